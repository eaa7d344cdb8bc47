"""Connections from extensions: WebSocket, handshake, liveness, requests and their answers. Knows no tool."""

"""What every service runs on: module graph, server, peers, configuration, logs, metrics. Knows no service, no tool."""

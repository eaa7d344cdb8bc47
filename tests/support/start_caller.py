"""A caller that starts a session and does nothing else, to be killed in the middle of it.

Run with `python -P` and the gRPC address as its argument. Prints the session's id, should it come so far.
"""

from __future__ import annotations

import sys

import grpc

from bsk.admin.v1 import admin_pb2_grpc
from bsk.session.v1 import session_pb2

if __name__ == "__main__":
    with grpc.insecure_channel(sys.argv[1], options=(("grpc.default_authority", "localhost"),)) as channel:
        print(admin_pb2_grpc.AdminServiceStub(channel).StartSession(session_pb2.StartSessionRequest()).session_id)

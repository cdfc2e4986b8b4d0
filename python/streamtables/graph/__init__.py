"""The graph of stream tables and their sources, as a picture."""

from __future__ import annotations

from streamtables.graph.stream_graph import GraphNode, StreamGraph, read_graph

__all__ = ["GraphNode", "StreamGraph", "read_graph"]

"""Everything that is asked by HTTP, and the door of the WebSocket."""

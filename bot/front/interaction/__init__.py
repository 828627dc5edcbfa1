"""What Discord sent, answered in time: the request, the gate with its rights, the answer."""

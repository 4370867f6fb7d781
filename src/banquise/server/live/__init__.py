"""What is going on: tables in memory, the people connected to them, the bots that think for them."""

"""The commands, a module for each group of them. A signature is a command's grammar."""

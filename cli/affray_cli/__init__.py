"""The affray command line: parse, load, resolve, render. No rule lives here."""

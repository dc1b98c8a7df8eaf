"""Sheets from where people keep characters: JSON that other programs export."""

"""The front end in a browser: one page, served by the local server or as a static site."""

self.PREP_FILES = { "version": "none", "files": [] };

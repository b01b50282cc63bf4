"""Download the page's JavaScript libraries with npm and store them in the repository.

    python tools/vendor.py

Browsers resolve no package names, so imports by name are rewritten as relative paths.
"""

import io
import re
import subprocess
import tarfile
import tempfile
from pathlib import Path

VENDOR = Path(__file__).parents[1] / "src/century/page/vendor"

# package: (version, {file in the package: file name here})
PACKAGES = {
    "preact": ("11.2.0", {"dist/preact.mjs": "preact.js", "hooks/dist/hooks.mjs": "hooks.js"}),
    "htm": ("3.1.1", {"dist/htm.module.js": "htm.js"}),
    "@preact/signals-core": ("1.14.5", {"dist/signals-core.mjs": "signals-core.js"}),
    "@preact/signals": ("2.11.4", {"dist/signals.mjs": "signals.js"}),
}
PLACES = {
    "preact": "./preact.js",
    "preact/hooks": "./hooks.js",
    "@preact/signals-core": "./signals-core.js",
}
_IMPORT = re.compile(r"""(from|import)(\s*)(["'])([^"'.]+)\3""")
_MAP = re.compile(r"^//# sourceMappingURL=.*$", re.MULTILINE)


def fetch(package: str, version: str, folder: str) -> tarfile.TarFile:
    """Download the archive of a package."""
    command = ["npm", "pack", "--silent", f"{package}@{version}"]
    name = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout
    return tarfile.open(fileobj=io.BytesIO((Path(folder) / name.strip()).read_bytes()))


def member(archive: tarfile.TarFile, path: str) -> str:
    """Return the text of a file in an archive."""
    found = archive.extractfile(f"package/{path}")
    assert found is not None
    return found.read().decode()


def main() -> None:
    """Write the files and their licences."""
    licences = []
    with tempfile.TemporaryDirectory() as folder:
        for package, (version, files) in PACKAGES.items():
            archive = fetch(package, version, folder)
            names = ", ".join(files.values())
            licences.append(f"{package} {version} ({names})\n\n{member(archive, 'LICENSE')}")
            for path, name in files.items():
                text = _MAP.sub("", member(archive, path)).strip()
                text = _IMPORT.sub(lambda m: f"{m[1]}{m[2]}{m[3]}{PLACES[m[4]]}{m[3]}", text)
                (VENDOR / name).write_text(f"// {package} {version}, see LICENSES.txt\n{text}\n")
    rule = "\n" + "-" * 72 + "\n\n"
    (VENDOR / "LICENSES.txt").write_text(rule.join(licences))


if __name__ == "__main__":
    main()

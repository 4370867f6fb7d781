"""The pages of the environments are what the games declare."""

import subprocess
import sys


def test_the_pages_are_up_to_date(request):
    script = request.config.rootpath / "scripts" / "environment_pages.py"
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

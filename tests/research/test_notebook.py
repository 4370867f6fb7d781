"""The notebook runs from top to bottom, and keeps no outputs."""

from __future__ import annotations

import warnings

import pytest

NOTEBOOK = ("docs", "notebooks", "first_steps.ipynb")


@pytest.mark.slow
def test_the_first_steps_can_be_taken(request, tmp_path):
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed: pip install nbclient ipykernel")
    nbformat = pytest.importorskip("nbformat")
    notebook = nbformat.read(request.config.rootpath.joinpath(*NOTEBOOK), as_version=4)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") for cell in notebook.cells), "strip the outputs before committing"
    client = nbclient.NotebookClient(
        notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Jupyter's own machinery is not on trial
        client.execute()
    told = "".join(out.get("text", "") for cell in notebook.cells for out in cell.get("outputs", []))
    assert "IL-2.1" in told  # the refusal named its paragraph
    assert "matches ended" in told
    assert any("image/png" in out.get("data", {}) for cell in notebook.cells for out in cell.get("outputs", []))

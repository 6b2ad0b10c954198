// A button that prints the page; without scripts, the browser's menu prints it.

const button = document.getElementById("print");
if (button) {
    button.hidden = false;
    button.addEventListener("click", () => print());
}

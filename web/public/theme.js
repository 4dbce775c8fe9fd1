// Runs before the first paint: a page that is painted in the wrong theme first would flash.
(function () {
  try {
    var theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be switched off; the system's theme stands.
  }
})();

// Runs before the first paint: a page that is painted in the wrong theme, or as another page, would flash.
(function () {
  var root = document.documentElement;
  try {
    var theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    // What is about to come has this shape.
    if (location.pathname === '/feed' && localStorage.getItem('user')) root.dataset.boot = 'feed';
  } catch {
    // Storage may be switched off; the system's theme stands.
  }
})();

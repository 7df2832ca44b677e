/* Sets the theme before the first paint. A classic blocking script, because a module would run after it. */
(function () {
  var stored;
  try {
    stored = localStorage.getItem('kinora.theme');
  } catch (_) {
    stored = null; // storage is blocked: the system decides
  }
  var isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  var theme = stored === 'light' || stored === 'dark' ? stored : isDark ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.mantineColorScheme = theme;
})();

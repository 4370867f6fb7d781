// Before the first paint: the theme and language that were kept, so that the page never flashes.
(function () {
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('banquise.settings') || '{}');
  } catch {
    // A browser that keeps nothing gets the usual settings.
  }
  var root = document.documentElement;
  var theme = kept.theme || 'auto';
  if (theme === 'auto') {
    theme = matchMedia('(prefers-contrast: more)').matches
      ? 'contrast'
      : matchMedia('(prefers-color-scheme: dark)').matches
        ? 'dark'
        : 'light';
  }
  root.dataset.theme = theme;
  var language = kept.language || (navigator.language || 'en').slice(0, 2);
  if (['en', 'fr', 'de', 'fa'].indexOf(language) < 0) language = 'en';
  root.lang = language;
  root.dir = language === 'fa' ? 'rtl' : 'ltr';
})();

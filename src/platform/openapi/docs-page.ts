import { fillExamples } from './live-examples';

/** Swagger UI without an inline script, so that the page's policy needs no exception for any. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Kinora API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="stylesheet" href="/docs/start.css">
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
  </head>
  <body>
    <form id="key" hidden>
      <h1>Kinora API</h1>
      <label>This install requires an API key: <input name="key" type="password" autocomplete="off" required></label>
      <button>Show the documentation</button>
      <output></output>
    </form>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** The form that asks for a key, in the colours of Swagger UI. */
export const DOCS_STYLE = `#key:not([hidden]) {
  display: grid;
  gap: 1rem;
  max-width: 24rem;
  margin: 15vh auto 0;
  padding: 0 1rem;
  color: #3b4151;
  font: 16px/1.5 sans-serif;
}
#key h1 {
  margin: 0;
  font-size: 1.5rem;
}
#key label {
  display: grid;
  gap: 0.25rem;
}
#key input,
#key button {
  padding: 0.5rem 0.75rem;
  border: 1px solid #6b7280;
  border-radius: 4px;
  background: #fff;
  color: inherit;
  font: inherit;
}
#key button {
  border-color: #2f6f44;
  background: #2f6f44;
  color: #fff;
  cursor: pointer;
}
#key output {
  color: #b3261e;
}
`;

/** Loads the document, asks for a key where one is needed, and keeps it in this page's memory only. */
export const DOCS_SCRIPT = `'use strict';
const form = document.getElementById('key');

async function load(key) {
  const headers = key ? { Authorization: 'Bearer ' + key } : {};
  const answer = await fetch('/openapi.json', { headers });
  if (answer.status === 401) return ask(key ? 'That key is not valid.' : '');
  form.hidden = true;
  const spec = await answer.json();
  const read = (path) => fetch(path, { headers }).then((answer) => answer.json()).catch(() => ({}));
  await fillExamples(spec.paths, read);
  const ui = SwaggerUIBundle({
    spec,
    dom_id: '#swagger-ui',
    deepLinking: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    onComplete: () => key && ui.preauthorizeApiKey('bearer', key),
  });
}

${fillExamples.toString()}

function ask(complaint) {
  form.hidden = false;
  form.querySelector('output').textContent = complaint;
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  load(new FormData(form).get('key'));
});
load('');
`;

/** Allows only the page's own files; Swagger UI uses icons from data URLs. */
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The files of Swagger UI that the page uses. */
export const DOCS_ASSETS = ['favicon-32x32.png', 'swagger-ui-bundle.js', 'swagger-ui.css'] as const;

// Starts Ruru with the examples.
const place = document.querySelector('#ide')
const { endpoint, files, introspection, examples } = JSON.parse(place.dataset.settings)

const workers = { json: 'jsonWorker.js', graphql: 'graphqlWorker.js' }
globalThis.MonacoEnvironment = {
  getWorker: (_, label) =>
    new Worker(`${files}${workers[label] ?? 'editorWorker.js'}`, { type: 'module' }),
}

const placeholder = 'Token <key>'
const headers = JSON.stringify({ Authorization: placeholder }, null, 2)
const unpublished = 'This service does not publish its schema (INTROSPECTION=off).'

/** What `logIn` has returned last; never stored. */
let key

/** The headers to send: the key in place of the placeholder, which is left out without one. */
function headersOf(given) {
  const filled = Object.entries(given)
    .map(([name, value]) => [name, value === placeholder && key ? `Token ${key}` : value])
    .filter(([, value]) => value !== placeholder)
  return { ...Object.fromEntries(filled), 'content-type': 'application/json' }
}

async function run(operation, options = {}) {
  if (!introspection && operation.operationName === 'IntrospectionQuery') {
    return { errors: [{ message: unpublished }] }
  }
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: headersOf(options.headers ?? {}),
    body: JSON.stringify(operation),
  })
  const result = await answer.json()
  key = result.data?.logIn?.key ?? key
  return result
}

const { React, createRoot, Ruru } = await import(`${files}ruru.js`)
createRoot(place).render(
  React.createElement(Ruru, {
    fetcher: run,
    defaultHeaders: headers,
    defaultTabs: examples.map((example) => ({ ...example, headers })),
    defaultEditorToolsVisibility: 'headers',
    // Neither keys nor the passwords in variables stay in the browser after the tab is closed.
    showPersistHeadersSettings: false,
    storage: sessionStorage,
    // Explaining SQL is for services built with PostGraphile.
    debugTools: [],
  }),
)

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

/** What `logIn` and `createTrip` have returned last; never stored. */
let key
let tripId

/** The headers to send: the key in place of the placeholder, which is left out without one. */
function headersOf(given) {
  const filled = Object.entries(given)
    .map(([name, value]) => [name, value === placeholder && key ? `Token ${key}` : value])
    .filter(([, value]) => value !== placeholder)
  return { ...Object.fromEntries(filled), 'content-type': 'application/json' }
}

/** The variables to send: no trip has the ID 0, which stands for the trip that was created last. */
function variablesOf(given) {
  return given?.tripId === 0 && tripId ? { ...given, tripId } : given
}

async function run(operation, options = {}) {
  if (!introspection && operation.operationName === 'IntrospectionQuery') {
    return { errors: [{ message: unpublished }] }
  }
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: headersOf(options.headers ?? {}),
    body: JSON.stringify({ ...operation, variables: variablesOf(operation.variables) }),
  })
  const result = await answer.json()
  key = result.data?.logIn?.key ?? key
  tripId = result.data?.createTrip?.id ?? tripId
  return result
}

/**
 * The tab to begin with: the one before the page was reloaded, or the first example. GraphiQL fills
 * its editors from this, not from its tabs, and opens an empty tab if none of them is the same.
 */
function firstTab() {
  const stored = JSON.parse(sessionStorage.getItem('graphiql:tabState'))
  return stored?.tabs[stored.activeTabIndex] ?? examples[0]
}

const { query, variables } = firstTab()

const { React, createRoot, Ruru } = await import(`${files}ruru.js`)
createRoot(place).render(
  React.createElement(Ruru, {
    fetcher: run,
    defaultHeaders: headers,
    initialQuery: query,
    initialVariables: variables,
    defaultTabs: examples.map((example) => ({ ...example, headers })),
    defaultEditorToolsVisibility: 'headers',
    // Neither keys nor the passwords in variables stay in the browser after the tab is closed.
    showPersistHeadersSettings: false,
    storage: sessionStorage,
    // Explaining SQL is for services built with PostGraphile.
    debugTools: [],
  }),
)

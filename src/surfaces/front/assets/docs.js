// Starts Swagger UI, whose script has run before.
const place = document.querySelector('#docs')
const darkness = matchMedia('(prefers-color-scheme: dark)')
const paint = () => document.documentElement.classList.toggle('dark-mode', darkness.matches)
darkness.addEventListener('change', paint)
paint()

/** Adds the word before a key that was pasted alone into the dialog "Authorize". */
function named(request) {
  const { Authorization: sent } = request.headers
  if (sent && !sent.trim().includes(' ')) request.headers.Authorization = `Token ${sent.trim()}`
  return request
}

globalThis.SwaggerUIBundle({
  domNode: place,
  url: place.dataset.document,
  // By default it would send the document to a validator on another host.
  validatorUrl: 'none',
  deepLinking: true,
  displayRequestDuration: true,
  requestInterceptor: named,
})

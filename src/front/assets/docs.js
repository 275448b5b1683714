// Starts Swagger UI, whose script has run before.
const place = document.querySelector('#docs')
const darkness = matchMedia('(prefers-color-scheme: dark)')
const paint = () => document.documentElement.classList.toggle('dark-mode', darkness.matches)
darkness.addEventListener('change', paint)
paint()

globalThis.SwaggerUIBundle({
  domNode: place,
  url: place.dataset.document,
  // By default it would send the document to a validator on another host.
  validatorUrl: 'none',
  deepLinking: true,
  displayRequestDuration: true,
})

// Says whether the service is ready, and asks again for as long as the page is open.
const line = document.getElementById('ready')

async function ask() {
  try {
    const { ok } = await fetch(line.dataset.url, { cache: 'no-store' })
    return ok ? 'Ready to serve requests.' : 'Not ready to serve requests.'
  } catch {
    return 'The service does not respond.'
  }
}

for (;;) {
  const words = await ask()
  // Screen readers say the line again whenever it is written.
  if (line.textContent !== words) line.textContent = words
  await new Promise((resolve) => setTimeout(resolve, 5_000))
}

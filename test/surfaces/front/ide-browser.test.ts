/** The IDE as a person meets it. */
import type { Page } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { contrastOf, describeInChromium, foreign, listen } from '../../rest-facade/browser.ts'

const openIde = async (page: Page, url: string) => {
  await page.goto(url)
  await page.locator('.graphiql-query-editor .view-lines').waitFor()
  // The tabs are there once the editors are.
  await page.getByRole('tab', { name: 'ListTrips' }).waitFor()
}

/** Runs an operation of the current tab; its answer, once it is shown. */
async function run(page: Page, operation?: string): Promise<string> {
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  // Soon after the tab is switched, the button still has the menu of the tab before.
  const kind = operation ? '[aria-haspopup=menu]' : ':not([aria-haspopup])'
  await page.locator(`.graphiql-execute-button${kind}`).click()
  if (operation) await page.getByRole('menuitem', { name: operation }).click()
  const text = await (await answered).text()
  const shown = text.startsWith('{"errors"') ? '"errors"' : '"data"'
  await page.locator('.result-window .view-lines', { hasText: shown }).waitFor()
  return text
}

/** Replaces the text of the editor of variables or headers. */
async function write(page: Page, editor: 'Variables' | 'Headers', text: object) {
  await page.locator('.graphiql-editor-tools').getByRole('button', { name: editor }).click()
  const visible = page.locator('.graphiql-editor-tool .graphiql-editor:visible')
  await visible.locator('.overflow-guard').click({ position: { x: 80, y: 10 } })
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(JSON.stringify(text))
}

const stores = 'JSON.stringify([Object.entries(localStorage), document.cookie])'

describeInChromium('the IDE', ({ address, open }) => {
  it.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('a developer runs the examples: %s, %d pixels', async (colorScheme, width) => {
    const page = await open(colorScheme, width)
    const heard = listen(page)
    await openIde(page, address('/graphql'))
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    expect(await page.locator('section[aria-label="Headers"]').innerText()).toMatch(
      /"Authorization":\s"Token\s<key>"/,
    )

    // Every example runs as it is; the account is there once anyone on this database, such as a
    // test of another page, has signed it up.
    const signedUp = await run(page, 'SignUp')
    expect(signedUp).toMatch(/"username":"ada@mail\.example"|A user with this username/)
    const { key } = JSON.parse(await run(page, 'LogIn')).data.logIn
    expect(key).toMatch(/^[\da-f]{40}$/)

    // The key takes the place of the placeholder, and the ID of the new trip that of 0.
    await page.getByRole('tab', { name: 'CreateTrip' }).click()
    const { id } = JSON.parse(await run(page, 'CreateTrip')).data.createTrip
    const { createActivity } = JSON.parse(await run(page, 'CreateActivity')).data
    await page.getByRole('tab', { name: 'Changes' }).click()
    expect(JSON.parse(await run(page)).data.changes).toMatchObject({ resetAll: true, reset: [] })
    await page.getByRole('tab', { name: 'ListTrips' }).click()
    // Soon after a switch, GraphiQL still names the operation of the tab before.
    const { trips } = await vi.waitFor(async () => {
      const { data, errors } = JSON.parse(await run(page))
      expect(errors).toBeUndefined()
      return data
    }, 10_000)
    const activities = { results: [createActivity] }
    expect(trips.results.at(-1)).toEqual({ id, name: 'Lisbon', activities })

    // Another tab's own header is sent as it stands.
    await write(page, 'Headers', { Authorization: 'Token of-no-account' })
    expect(await run(page)).toContain('Invalid token.')

    expect(foreign(heard.requests, address('/'))).toEqual([])
    expect(heard.errors).toEqual([])
    expect(heard.referers.filter((one) => one !== '')).toEqual([])
    const stored = await page.evaluate<string>(stores)
    expect(stored).not.toContain(key)
    expect(stored).not.toContain('correct horse')
    expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain(key)
    await page.close()
  })

  it('a reload keeps the tabs, the selected one, and its variables', async () => {
    const page = await open('light', 1280)
    await openIde(page, address('/graphql'))
    const tabs = ['SignUp', 'ListTrips', 'CreateTrip', 'Changes']
    /** Reloads the page once a tab with this text is stored, which follows soon after an edit. */
    const reload = async (text: string) => {
      const stored = () => page.evaluate<string>("sessionStorage.getItem('graphiql:tabState')")
      await expect.poll(stored).toContain(text)
      await page.reload()
      await page.getByRole('tab', { name: 'ListTrips' }).waitFor()
      expect(await page.getByRole('tab').allInnerTexts()).toEqual(tabs)
    }
    await reload('SignUp')
    await page.getByRole('tab', { name: 'CreateTrip' }).click()
    await write(page, 'Variables', { trip: { name: 'Porto' }, tripId: 0 })
    await reload('Porto')
    await page.locator('.graphiql-query-editor .view-lines', { hasText: 'CreateTrip' }).waitFor()
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await run(page, 'CreateTrip')
    expect((await sent).postDataJSON().variables).toEqual({ trip: { name: 'Porto' }, tripId: 0 })
    await page.close()
  })

  it('shows no character that needs an emoji font', async () => {
    const page = await open('light', 1280)
    await openIde(page, address('/graphql'))
    const footer = page.locator('.ruru-footer')
    await footer.waitFor({ state: 'attached' })
    expect(await footer.innerText()).toBe('please sponsor')
    const text = await page.evaluate<string>('document.body.innerText')
    expect(text.match(/\p{Extended_Pictographic}/gu)).toBeNull()
    await page.close()
  })

  it('knows the schema', async () => {
    const page = await open('light', 1280)
    await openIde(page, address('/graphql'))
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
    await page.getByRole('link', { name: 'Mutation', exact: true }).click()
    await page.getByText('createActivity', { exact: true }).first().waitFor()
    await page.close()
  })

  it('works by keyboard, and no editor traps the focus', async () => {
    const page = await open('light', 1280)
    await openIde(page, address('/graphql'))
    const stops: string[] = []
    for (let stop = 0; stop < 30 && !stops.includes('Hide editor tools'); stop += 1) {
      await page.keyboard.press('Tab')
      const name = 'document.activeElement.ariaLabel ?? document.activeElement.innerText'
      stops.push((await page.evaluate<string>(name)).split('\n')[0] ?? '')
      const style = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')
      expect(style, stops.at(-1)).not.toBe('none')
    }
    const order = ['SignUp', 'ListTrips', 'Execute query (Ctrl-Enter)', 'Variables', 'Headers']
    expect(stops.filter((one) => order.includes(one))).toEqual(order)

    await page.getByRole('button', { name: 'ListTrips' }).press('Enter')
    await page.locator('.graphiql-query-editor .view-lines', { hasText: 'ListTrips' }).click()
    await page.keyboard.press('Control+Enter')
    await page.locator('.result-window .view-lines', { hasText: '"errors"' }).waitFor()
    await page.close()
  })
})

describeInChromium(
  'the IDE of a service without introspection',
  ({ address, open }) => {
    it.each(['light', 'dark'] as const)('says so, and runs operations: %s', async (colorScheme) => {
      const page = await open(colorScheme, 360)
      const heard = listen(page)
      await openIde(page, address('/graphql'))
      expect(await page.getByRole('note').innerText()).toContain('does not publish its schema')
      expect(await contrastOf(page, '#notice')).toBeGreaterThanOrEqual(4.5)
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(640)
      await page.getByRole('tab', { name: 'ListTrips' }).click()
      expect(await run(page)).toContain('UNAUTHENTICATED')
      const posts = heard.requests.filter((one) => one.startsWith('POST'))
      expect(posts, 'the schema is not asked for').toEqual([`POST ${address('/graphql')}`])
      expect(foreign(heard.requests, address('/'))).toEqual([])
      expect(heard.errors).toEqual([])
      await page.close()
    })
  },
  { INTROSPECTION: 'off' },
)

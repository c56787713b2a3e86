import type { Locator, Page } from 'playwright-core'
import { describe } from 'vitest'
import { dashboardLibraryRoutes } from '../../src/adapters/dashboard-library/thoughtspot/rest-versions'
import { objectionsInBothThemes } from '../support/axe'
import { gallery, openGallery } from '../support/gallery'
import { goTo } from '../support/in-page'
import { expect, journey } from '../support/journey'
import { weaverOn } from '../support/weaver'

const analyst = 'analyst@example.com'
const create = `POST ${dashboardLibraryRoutes.create.path}`
const remove = `POST ${dashboardLibraryRoutes.delete.path}`

/** Counts presses of the pointer or Enter since the last call. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as Window & { presses?: number }
    counted.presses = 0
    const press = (): void => void (counted.presses = (counted.presses ?? 0) + 1)
    addEventListener('pointerdown', press, true)
    addEventListener('keydown', ({ key }) => key === 'Enter' && press(), true)
  })
  return () =>
    page.evaluate(() => {
      const counted = window as Window & { presses?: number }
      const { presses = 0 } = counted
      counted.presses = 0
      return presses
    })
}

/** How the user activates a control. */
type Press = (control: Locator) => Promise<void>
const byPointer: Press = (control) => control.click()
const byKeys: Press = async (control) => {
  await control.focus()
  await control.press('Enter')
}

/**
 * The daily tasks with a dashboard of this name, with presses counted per task: by pointer on a desktop, and by keyboard on a phone,
 * where the new dashboard is also created by touch.
 */
async function dailyTasks(
  page: Page,
  { name, keys }: { readonly name: string; readonly keys: boolean },
): Promise<void> {
  const presses = await countPresses(page)
  const press = keys ? byKeys : byPointer
  /** Through Search, which takes one press of Enter. */
  const search = async (words: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox').fill(words)
    await page
      .getByRole('option', { name: new RegExp(`^${words}`) })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
  }
  const [renamed, empty] = [`${name}, renamed`, `${name}, empty`]
  await press(page.getByRole('button', { name: `Rename ${name}` }))
  await page.keyboard.type(renamed)
  await press(page.getByRole('button', { name: 'Save', exact: true }))
  await page.getByText(`Renamed to “${renamed}”.`).waitFor()
  expect(await presses()).toBe(2)

  await press(page.getByRole('button', { name: `Favorite: ${renamed}` }))
  await goTo(page, '/home')
  await presses()
  // On a phone the sidebar is behind a button, and Home lists the favorites too.
  const favorites = keys
    ? page.getByRole('navigation', { name: 'Favorites' })
    : page.getByRole('complementary', { name: 'Sidebar' })
  await press(favorites.getByRole('link', { name: renamed }))
  await page.getByRole('heading', { level: 1, name: renamed }).waitFor()
  expect(await presses()).toBe(1)

  await press(page.getByRole('button', { name: 'Copy link' }))
  await page.getByText('Link copied').first().waitFor()
  expect(await presses()).toBe(1)

  // On a phone from the bar of any page, by touch, and from Search.
  const ways = keys
    ? ([
        ['bar', byPointer],
        ['search', press],
      ] as const)
    : ([['sidebar', press]] as const)
  for (const [way, pressing] of ways) {
    await goTo(page, '/datasets/futures')
    await presses()
    if (way === 'search') await search('Create New Dashboard')
    else {
      const shell =
        way === 'bar' ? page.getByRole('banner') : page.getByRole('complementary', { name: 'Sidebar' })
      await pressing(shell.getByRole('button', { name: 'Create New Dashboard' }))
    }
    const made = way === 'bar' ? `${name}, by touch` : empty
    await page.getByLabel('Dashboard Name').fill(made)
    await pressing(page.getByRole('button', { name: 'Create Dashboard', exact: true }))
    const start = page.getByRole('region', { name: 'Start this dashboard' })
    // The dashboard's own empty state is not below it.
    await page.locator('.board--saved[aria-busy="false"]').waitFor({ state: 'attached' })
    expect(await page.locator('.board--saved').isVisible()).toBe(false)
    await pressing(start.getByRole('button', { name: /^Bitcoin/ }))
    await page.getByText(`6 charts were added to “${made}”.`).waitFor()
    await page.frameLocator('.board--saved iframe').getByRole('figure').nth(5).waitFor()
    expect(await presses()).toBe(3)
    await start.waitFor({ state: 'detached' })
  }

  // A question whose chart is pinned to the last used dashboard.
  const question = 'supply by chain last 90 days'
  const pinned = page.getByText(`The chart was pinned to “${empty}”.`)
  if (keys) {
    await search('Open Data Weaver')
    const weaver = await weaverOn(page)
    await weaver.bar.fill(question)
    // The page does not see the three presses in the frame: Enter, Pin, Pin chart.
    await weaver.bar.press('Enter')
    await weaver.answered(/Supply by Chain/i)
    await press(weaver.frame.getByRole('button', { name: 'Pin', exact: true }))
    await press(weaver.frame.getByRole('dialog').getByRole('button', { name: 'Pin chart' }))
    await pinned.waitFor()
    expect((await presses()) + 3).toBe(4)
    return
  }
  await goTo(page, '/datasets/stablecoins')
  await page.locator('.board[aria-busy="false"]').waitFor()
  await presses()
  await press(page.getByRole('button', { name: 'Deep Research', exact: true }))
  await page.getByRole('textbox', { name: 'Your question' }).fill(question)
  await page.keyboard.press('Enter')
  await page.locator('.answer__frame[aria-busy="false"]').waitFor()
  await press(page.getByRole('button', { name: 'Save to dashboard' }))
  const dialog = page.getByRole('dialog', { name: 'Save to dashboard' })
  await expect
    .poll(() => dialog.locator('select').first().locator('option:checked').textContent())
    .toBe(empty)
  await press(dialog.getByRole('button', { name: 'Save', exact: true }))
  await pinned.waitFor()
  expect(await presses()).toBe(4)
}

describe('saved dashboards', () => {
  journey(
    'need few presses for daily tasks: rename 2, open a favorite 1, copy a link 1, new dashboard with charts 3, question to chart 4',
    async ({ page, visitor, origins }) => {
      const host = await openGallery({ page, visitor, origins }, analyst, ['Morning note'])
      await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await dailyTasks(page, { name: 'Morning note', keys: false })
      // Only the pinned chart is removed again.
      const id = (await host.list()).find(({ name }) => name === 'Morning note, empty')?.id ?? ''
      expect(await host.charts(id)).toHaveLength(7)
      await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
      await page.getByText('The chart was removed from “Morning note, empty”.').waitFor()
      expect((await host.charts(id)).toSorted()).not.toContain('Supply by chain')
      expect(await host.charts(id)).toHaveLength(6)
    },
  )

  journey('need as few presses by keyboard alone at phone width', async ({ page, visitor, origins }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openGallery({ page, visitor, origins }, analyst, ['Evening note'])
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await dailyTasks(page, { name: 'Evening note', keys: true })
  })

  journey(
    'are created, opened and deleted by keyboard alone, from the list, their page and anywhere, with one request per action',
    async ({ page, visitor, origins, faults }) => {
      const host = await openGallery({ page, visitor, origins }, analyst)
      const here = gallery(page)
      const path = (): string => new URL(page.url()).pathname
      await page.getByText('No Dashboards Found').waitFor()
      // It fits the window.
      for (const viewport of [
        { width: 768, height: 1024 },
        { width: 1440, height: 900 },
      ]) {
        await page.setViewportSize(viewport)
        expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(viewport.height)
      }
      await here.new.focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => here.name.evaluate((field) => field === document.activeElement)).toBe(true)
      expect(await here.send.isDisabled()).toBe(true)
      await page.keyboard.type('   ')
      await page.keyboard.press('Enter')
      expect(await here.dialog.isVisible()).toBe(true)
      await page.keyboard.type('Morning note  ')
      await page.keyboard.press('Enter')
      await here.count(1).waitFor()
      await here.dialog.waitFor({ state: 'detached' })
      expect((await host.list()).map(({ name }) => name)).toEqual(['Morning note'])

      await here.link('Morning note').focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Morning note' }).waitFor()
      expect(path()).toMatch(/^\/saved-dashboards\/[0-9a-f-]{36}$/)
      await page.locator('.board--saved[aria-busy="false"]').waitFor({ state: 'attached' })
      await page
        .locator('.board--saved iframe[title="Morning note dashboard"]')
        .waitFor({ state: 'attached' })
      await page.reload()
      await page.getByRole('heading', { level: 1, name: 'Morning note' }).waitFor()

      await page.getByRole('link', { name: 'Back to Dashboard Gallery' }).focus()
      await page.keyboard.press('Enter')
      await here.delete('Morning note').focus()
      await page.keyboard.press('Enter')
      await here.question
        .getByText('Are you sure you want to delete this dashboard? This action cannot be undone.')
        .waitFor()
      await page.keyboard.press('Escape')
      await here.question.waitFor({ state: 'detached' })
      expect(await host.list()).toHaveLength(1)
      await expect
        .poll(() => here.delete('Morning note').evaluate((button) => button === document.activeElement))
        .toBe(true)
      await page.keyboard.press('Enter')
      await here.confirm.focus()
      await page.keyboard.press('Enter')
      await here.count(0).waitFor()
      expect(await host.list()).toEqual([])
      // The focus is not lost: the next Tab continues from the list.
      await expect
        .poll(() => here.count(0).evaluate((heading) => heading === document.activeElement))
        .toBe(true)

      // From any page: the new dashboard opens.
      await goTo(page, '/none-such')
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      // An empty state of the whole page has its text in the middle, below a line drawing.
      const panel = page.getByRole('main').locator('.state')
      expect(await panel.evaluate((element) => getComputedStyle(element).textAlign)).toBe('center')
      expect(await panel.locator('svg').evaluate((element) => getComputedStyle(element).fill)).toBe('none')
      await page.getByRole('button', { name: 'Create New Dashboard' }).click()
      await here.name.fill('From afar')
      await here.send.click()
      await page.getByRole('heading', { level: 1, name: 'From afar' }).waitFor()
      const [made] = await host.list()
      expect(path()).toBe(`/saved-dashboards/${made?.id}`)

      // The dashboard's page, which links back to the list.
      await host.create('New')
      await page.goto(visitor.address('/saved-dashboards/'))
      await page.getByRole('heading', { level: 1, name: 'New' }).waitFor()
      expect(path()).toMatch(/^\/saved-dashboards\/[0-9a-f-]{36}$/)
      await page.getByRole('button', { name: 'Delete Dashboard' }).click()
      await here.confirm.click()
      await here.count(1).waitFor()
      expect(path()).toBe('/saved-dashboards')
      expect((await host.list()).map(({ name }) => name)).toEqual(['From afar'])

      const slow = { service: 'bi-host', kind: 'delay', milliseconds: 800 } as const
      await faults.set(
        { ...slow, match: dashboardLibraryRoutes.create.path },
        { ...slow, match: dashboardLibraryRoutes.delete.path },
      )
      await faults.clearCounts()
      await here.new.click()
      await here.name.fill('Once')
      await here.send.evaluate((button: HTMLButtonElement) => {
        button.form?.requestSubmit()
        button.click()
        button.click()
      })
      await page.getByRole('button', { name: 'Creating...' }).waitFor()
      await here.name.press('Enter')
      await here.count(2).waitFor()
      expect(await host.list()).toHaveLength(2)
      expect((await faults.counts())['bi-host']?.[create]).toBe(1)

      await here.delete('Once').click()
      await here.confirm.dblclick()
      await here.row('Once').and(page.locator('[aria-busy="true"]')).waitFor()
      await page.getByRole('button', { name: 'Deleting Once' }).click({ force: true })
      await here.count(1).waitFor()
      expect((await faults.counts())['bi-host']?.[remove]).toBe(1)
    },
  )

  journey(
    'stay in sync across two tabs without a reload, and frames fit the height of their content',
    async ({ page, visitor, origins }) => {
      const host = await openGallery({ page, visitor, origins }, analyst)
      const other = await visitor.context.newPage()
      await other.goto(visitor.address('/saved-dashboards'))
      await gallery(other).count(0).waitFor()
      await gallery(page).new.click()
      await gallery(page).name.fill('Shared')
      await gallery(page).send.click()
      await gallery(other).count(1).waitFor()
      await gallery(other).link('Shared').click()
      await other.getByRole('heading', { level: 1, name: 'Shared' }).waitFor()
      await gallery(page).delete('Shared').click()
      await gallery(page).confirm.click()
      await gallery(page).count(0).waitFor()
      await other.getByText('Use the + button in the sidebar to create your first dashboard').waitFor()

      // Events from the frame.
      const id = await host.create('Before')
      await goTo(other, '/saved-dashboards')
      for (const tab of [other, page]) {
        await tab.getByRole('button', { name: 'Refresh data' }).click()
        await gallery(tab).link('Before').waitFor()
      }
      await gallery(page).link('Before').click()
      await page.locator('.board--saved[aria-busy="false"]').waitFor({ state: 'attached' })
      const frame = page.locator('.board--saved iframe')
      const post = (type: string): Promise<void> =>
        page
          .frameLocator('.board--saved iframe')
          .locator('body')
          .evaluate((_body, kind) => parent.postMessage({ type: kind, data: {}, status: 'end' }, '*'), type)
      await host.overwrite(id, 'After')
      await post('save')
      await page.getByRole('heading', { level: 1, name: 'After' }).waitFor()
      await gallery(other).link('After').waitFor()
      await page.locator('.board--saved iframe[title="After dashboard"]').waitFor({ state: 'attached' })
      await host.create('Pinned to')
      await post('pin')
      await gallery(other).link('Pinned to').waitFor()

      const documents = (): number =>
        visitor.requests.filter(
          ({ url, resourceType }) => resourceType === 'document' && url.startsWith(origins.biHost),
        ).length
      // Other windows, which do not have the focus, show a save; the driver reports focus for every page, so it is faked.
      await gallery(other).link('After').click()
      await other.locator('.board--saved[aria-busy="false"]').waitFor({ state: 'attached' })
      await other.evaluate(() => (document.hasFocus = () => false))
      const documentsBefore = documents()
      await host.overwrite(id, 'After')
      await post('save')
      await expect.poll(documents).toBe(documentsBefore + 1)
      await other.locator('.board--saved[aria-busy="false"]').waitFor({ state: 'attached' })
      await goTo(other, '/saved-dashboards')

      // At least 800 px, whatever the frame requests; a greater height is applied.
      const height = async (): Promise<number> => (await frame.boundingBox())?.height ?? 0
      await expect.poll(height).toBeGreaterThanOrEqual(800)
      await frame.evaluate((element: HTMLIFrameElement) => {
        element.style.minHeight = ''
        element.style.height = '100px'
      })
      await expect.poll(height).toBeGreaterThanOrEqual(800)
      await frame.evaluate((element: HTMLIFrameElement) => {
        element.style.height = '1234px'
      })
      await expect.poll(height).toBe(1234)
      const before = documents()
      await page.getByRole('button', { name: 'Refresh data' }).click()
      await expect.poll(documents).toBe(before + 1)
      await page.locator('.board--saved[aria-busy="false"]').waitFor({ state: 'attached' })
      await page.getByRole('heading', { level: 1, name: 'After' }).waitFor()

      // A chart previewed in Add Charts is fully visible.
      await page.getByRole('button', { name: 'Add Charts' }).first().click()
      const adding = page.getByRole('dialog', { name: 'Add Charts' })
      await adding.getByLabel('Total supply').check()
      await adding.frameLocator('iframe').locator('figure:not([aria-busy="true"])').waitFor()
      const [shown, room] = await Promise.all(
        [adding.locator('iframe'), adding.locator('.add-charts__picture')].map((part) => part.boundingBox()),
      )
      expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual((room?.y ?? 0) + (room?.height ?? 0))
      expect(shown?.width).toBeGreaterThan((room?.width ?? 0) - 4)
      // In a low window, such as a phone in landscape, its button stays visible.
      const add = adding.getByRole('button', { name: 'Add Chart', exact: true })
      for (const size of [
        { width: 1366, height: 600 },
        { width: 844, height: 390 },
      ]) {
        await page.setViewportSize(size)
        const foot = await adding.boundingBox()
        const button = await add.boundingBox()
        if (foot === null || button === null) throw new Error('The dialog or its button is not there.')
        expect([size, button.y + button.height <= foot.y + foot.height]).toEqual([size, true])
        expect([size, foot.y >= 0 && foot.y + foot.height <= size.height]).toEqual([size, true])
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.keyboard.press('Escape')
      await adding.waitFor({ state: 'detached' })

      // Deleted elsewhere: the frame sends no event, and the list is reloaded on the next change.
      await host.remove(id)
      await post('pin')
      await page.getByText('This dashboard was deleted or you don’t have access to it.').waitFor()
      await gallery(other).count(1).waitFor()
    },
  )
})

describe('the head of a saved dashboard', () => {
  /** Each control's name, position and size, and the y of its middle. */
  const boxes = (controls: Locator) =>
    controls.evaluateAll((all) =>
      all.map((control) => {
        const { x, y, width, height } = control.getBoundingClientRect()
        const name = control.getAttribute('aria-label') ?? control.textContent
        return { name, x, y, width, height, middle: y + height / 2 }
      }),
    )

  journey(
    'has its controls on two lines, and all of its back link can be pressed',
    async ({ page, visitor, origins }) => {
      await openGallery({ page, visitor, origins }, analyst, ['Note'])
      await gallery(page).link('Note').click()
      const back = page.getByRole('main').getByRole('link', { name: 'Back to Dashboard Gallery' })
      const actions = page.locator('.gallery__actions button')
      await actions.filter({ hasText: 'Delete Dashboard' }).waitFor()
      await page.getByRole('region', { name: 'Start this dashboard' }).waitFor()
      const atEdges = await back.evaluate((link) => {
        const { x, y, height } = link.getBoundingClientRect()
        return [y + 1, y + height - 1].map((edge) => document.elementFromPoint(x + 40, edge) === link)
      })
      expect(atEdges).toEqual([true, true])
      const middles = async (controls: Locator) =>
        new Set((await boxes(controls)).map(({ middle }) => Math.round(middle)))
      const tools = page.locator('.head-tools button')
      expect(await tools.count()).toBe(3)
      expect(await middles(tools)).toEqual(await middles(back))
      expect(await middles(actions)).toEqual(await middles(page.getByRole('heading', { level: 1 })))
    },
  )

  journey(
    'is as high as it will be while the list loads, and shows no other title',
    async ({ page, visitor, origins, faults }) => {
      const host = await openGallery({ page, visitor, origins }, analyst, ['Note'])
      const [own] = await host.list()
      await page.addInitScript(() => {
        const shown = new Set<string>()
        const look = (): void => {
          for (const element of document.querySelectorAll('main h1 > *, main .spinner')) {
            if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
            const { y } = element.getBoundingClientRect()
            shown.add(element.matches('.spinner') ? `a spinner at ${Math.round(y)}` : element.textContent)
            document.documentElement.setAttribute('data-shown', [...shown].join('; '))
          }
          requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
      const shown = (): Promise<string | null> => page.locator('html').getAttribute('data-shown')
      await faults.set(
        { service: 'identity', kind: 'delay', milliseconds: 400 },
        { service: 'bi-host', kind: 'delay', milliseconds: 400, match: dashboardLibraryRoutes.list.path },
      )
      await page.goto(visitor.address(`/saved-dashboards/${own?.id}`))
      await page.getByRole('region', { name: 'Start this dashboard' }).waitFor()
      expect(await shown()).toMatch(/^a spinner at \d+; Note$/)

      // The list has a skeleton, and no spinner over it.
      await page.goto(visitor.address('/saved-dashboards'))
      await page.getByText('Loading your dashboards').waitFor({ state: 'attached' })
      await gallery(page).count(1).waitFor()
      expect(await shown()).toBeNull()
    },
  )

  journey(
    'has one line of actions on a phone, each with its whole name',
    async ({ page, visitor, origins }) => {
      await openGallery({ page, visitor, origins }, analyst, ['Note'])
      await gallery(page).link('Note').click()
      await page
        .getByRole('region', { name: 'Start this dashboard' })
        .getByRole('button', { name: /^Bitcoin/ })
        .click()
      const actions = page.locator('.gallery__actions')
      await actions.getByRole('button', { name: 'Add Charts', exact: true }).waitFor()
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 })
        const shown = await boxes(actions.locator('button'))
        expect(shown.map(({ name }) => name)).toEqual([
          'Add Charts',
          'Edit Dashboard',
          'Rename Note',
          'Duplicate Note',
          'Delete Dashboard',
        ])
        expect(new Set(shown.map(({ middle }) => middle)).size).toBe(1)
        expect(shown.filter((box) => box.width < 44 || box.height < 44 || box.x < 16)).toEqual([])
        const [back] = await boxes(
          page.getByRole('main').getByRole('link', { name: 'Back to Dashboard Gallery' }),
        )
        expect(back?.height).toBe(44)
      }
    },
  )
})

describe('another user’s dashboard', () => {
  journey(
    'cannot be seen, opened or deleted, neither in the portal nor through the host’s API',
    async ({ visit, origins }) => {
      const [owner, outsider] = [await visit(), await visit()]
      const theirs = await openGallery({ page: owner.page, visitor: owner, origins }, 'trader@example.com', [
        'Secret plan',
      ])
      const id = (await theirs.list())[0]?.id ?? ''
      const mine = await openGallery({ page: outsider.page, visitor: outsider, origins }, analyst, ['Mine'])
      expect((await mine.list()).map(({ name }) => name)).toEqual(['Mine'])
      await outsider.page.goto(outsider.address(`/saved-dashboards/${id}`))
      await outsider.page.getByText('This dashboard was deleted or you don’t have access to it.').waitFor()
      expect(await outsider.page.locator('.board--saved').count()).toBe(0)
      expect(await outsider.page.getByRole('main').textContent()).not.toContain('Secret plan')
      expect([await mine.open(id), await mine.remove(id), await mine.overwrite(id, 'Taken')]).toEqual([
        404, 404, 404,
      ])
      expect(await theirs.list()).toEqual([expect.objectContaining({ id, name: 'Secret plan' })])
      expect(await theirs.open(id)).toBe(200)
    },
  )
})

describe('gallery accessibility', () => {
  journey(
    'keeps every focused control in view, even in a small window with a notice',
    async ({ page, visitor, origins }) => {
      const names = Array.from('abcdefghijkl', (letter) => `Desk ${letter}`)
      await page.setViewportSize({ width: 320, height: 256 })
      await openGallery({ page, visitor, origins }, analyst, names)
      /** Whether the focused control can be pressed: nothing covers its center. */
      const inSight = (): Promise<string> =>
        page.evaluate(() => {
          const at = document.activeElement
          const { left, top, width, height } = at?.getBoundingClientRect() ?? new DOMRect()
          const over = document.elementFromPoint(left + width / 2, top + height / 2)
          return over !== null && at?.closest('label, a, button')?.contains(over) === true
            ? ''
            : `${at?.outerHTML} is under ${over?.outerHTML}`
        })
      await page.getByRole('checkbox').first().check()
      await page.getByRole('button', { name: 'Delete selected' }).focus()
      for (let press = 0; press < 12; press += 1) {
        expect(await inSight()).toBe('')
        await page.keyboard.press('Tab')
      }
      visitor.expectConsole(/policy: connect-src does not allow/, 'it goes with the notice')
      await page.evaluate(() => {
        document.dispatchEvent(
          new SecurityPolicyViolationEvent('securitypolicyviolation', {
            blockedURI: 'https://far.example.com/',
            effectiveDirective: 'connect-src',
          }),
        )
      })
      await page.getByRole('alert').waitFor()
      for (let press = 0; press < 50; press += 1) {
        await page.keyboard.press('Tab')
        expect(await inSight()).toBe('')
      }
    },
  )

  journey('passes axe in both themes', async ({ page, visitor, origins }) => {
    const objections = (): Promise<readonly string[]> => objectionsInBothThemes(page)
    await page.goto(visitor.address('/saved-dashboards'))
    await page.getByText('Sign in to access your saved dashboards').waitFor()
    expect(await objections()).toEqual([])
    await openGallery({ page, visitor, origins }, analyst, ['One', 'Two'])
    expect(await objections()).toEqual([])
    // The heads are above their columns.
    const start = async (part: string): Promise<number> =>
      (await page.locator(part).first().boundingBox())?.x ?? NaN
    expect(await start('[aria-label="Sort by name"]')).toBe(await start('.gallery__name'))
    expect(await start('[aria-label="Sort by created"]')).toBe(await start('.gallery__created'))
    // On a phone there are none: the date is below the name, and each control is large enough for a finger.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('.gallery__created').first().waitFor()
    expect(await start('.gallery__created')).toBe(await start('.gallery__name'))
    const controls = await page.locator('.gallery__table button').all()
    for (const control of controls) {
      const { width, height } = (await control.boundingBox()) ?? { width: 0, height: 0 }
      expect(
        Math.min(width, height),
        String(await control.getAttribute('aria-label')),
      ).toBeGreaterThanOrEqual(44)
    }
    expect(controls).toHaveLength(2 + 2 * 4)
    await page.setViewportSize({ width: 1440, height: 900 })
    await gallery(page).new.click()
    await gallery(page).name.waitFor()
    expect(await objections()).toEqual([])
    await page.keyboard.press('Escape')
    await gallery(page).delete('One').click()
    await gallery(page).question.waitFor()
    expect(await objections()).toEqual([])
    await page.keyboard.press('Escape')
    await gallery(page).link('Two').click()
    await page.locator('.board--saved[aria-busy="false"]').waitFor({ state: 'attached' })
    expect(await objections()).toEqual([])
  })
})

import { LabPage } from '../setup/LabPage.ts'
import { createProject } from '../setup/projects.ts'
import { readStack } from '../setup/stack.ts'
import { stopClock } from '../setup/stopClock.ts'
import { expect, test } from '../setup/test.ts'
import { togetherInLab } from '../setup/together.ts'

const brand = 'Powered by Latchkey'

test('with services, a page makes no request before a visitor comes to it, then one for the flags, and with the click one for origins', async ({
  page,
  shop,
  stack,
}) => {
  const foreign: string[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    if (url.origin !== new URL(stack.shop).origin && url.protocol.startsWith('http'))
      foreign.push(url.pathname)
  })
  await shop.goto({ services: 'on' })
  await page.waitForLoadState('networkidle')
  expect(foreign).toEqual([])
  await shop.connectButton.hover()
  // What a project wants is known by the click; nothing else is asked for a visitor who only comes by.
  await expect.poll(() => shop.stored('config')).toContain('"branding":true')
  expect(foreign).toEqual(['/appkit/v1/config'])
  await shop.openConnect()
  const ours = () => foreign.filter(path => /^\/(appkit|projects)\//.test(path)).sort()
  await expect.poll(ours).toEqual(['/appkit/v1/config', '/projects/v1/origins'])
  await page.keyboard.press('Escape')
  await shop.openConnect()
  await page.waitForLoadState('networkidle')
  expect(ours()).toHaveLength(2)
  // What the development project is seeded with.
  expect(await shop.state(state => state.features.branding)).toBe(true)
})

togetherInLab(
  'a flag turned on at the services holds from the next opening, one turned off at once',
  async ({ page }) => {
    const project = await createProject()
    const lab = new LabPage(page)
    await lab.make({ projectId: project.id })
    await lab.open('Networks')
    await expect.poll(() => lab.paths()).toContain('/appkit/v1/config')
    await expect(lab.dialog.getByText(brand)).toBeHidden()

    await project.set('branding=on')
    await lab.make({ projectId: project.id })
    await lab.open('Networks')
    await expect.poll(() => lab.stored('config')).toContain('"branding":true')
    expect((await lab.features()).branding).toBe(false)
    await lab.close()
    await lab.open('Networks')
    await expect(lab.dialog.getByText(brand)).toBeVisible()

    await project.set('branding=off')
    await lab.make({ projectId: project.id })
    // The last good answer is drawn first; the new one takes the line away while the widget is open.
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(/appkit\/v1\/config/, async route => {
      await held
      await route.continue()
    })
    await lab.open('Networks')
    await expect(lab.dialog.getByText(brand)).toBeVisible()
    release()
    await expect(lab.dialog.getByText(brand)).toBeHidden()
  },
)

togetherInLab('SPEC §6 a good answer wins over local flags, and one warning names them', async ({ page }) => {
  const project = await createProject({ features: ['multi_wallet=on'] })
  const warnings: string[] = []
  page.on('console', message => message.type() === 'warning' && warnings.push(message.text()))
  const lab = new LabPage(page)
  await lab.make({ projectId: project.id, features: { branding: true, swaps: true } })
  expect(await lab.features()).toMatchObject({ branding: true, swaps: true })
  await lab.open('Networks')
  await expect.poll(() => lab.features()).toMatchObject({ branding: false, swaps: false })
  await expect(lab.dialog.getByText(brand)).toBeHidden()
  await lab.close()
  await lab.open('Networks')
  expect(await lab.features()).toMatchObject({ branding: false, swaps: false, multiWallet: true })
  const ignored = warnings.filter(text => text.includes('LOCAL_CONFIG_IGNORED'))
  expect(ignored).toHaveLength(1)
  expect(ignored[0]).toContain('Local configuration ignored')
})

test('F23 with the services cut off the widget opens within a second, with the host’s own flags', async ({
  page,
  forgiven,
}) => {
  // The browser and the wallet list (F24) report that no server answered.
  forgiven.push(/ERR_FAILED|APKT003/)
  const lab = new LabPage(page)
  await lab.make({ projectId: 'shop', features: { branding: true } })
  let cut = () => {}
  const held = new Promise<void>(resolve => {
    cut = resolve
  })
  await page.route(`${readStack().services}/**`, async route => {
    await held
    await route.abort()
  })
  // By the page's own clock, which stands: nothing is waited for, neither an answer nor a time.
  await stopClock(page)
  await lab.open('Networks')
  await expect(lab.dialog.getByText(brand)).toBeVisible()
  await page.clock.resume()
  cut()
  await expect.poll(() => lab.paths()).toContain('/appkit/v1/config')
  await lab.close()
  await lab.connectButton.click()
  await lab.expectView('Connect')
  expect(await lab.features()).toEqual({ branding: true })
})

// Pages of their own: what they still ask for when a test ends is refused in the next one.
test('SPEC §5 on a page that the project does not list the widget says so: APKT002, and a notice', async ({
  page,
  faults,
  forgiven,
}) => {
  // No wallet list either (F24).
  forgiven.push(/APKT00[23]|status of 403/)
  const project = await createProject({ origins: ['https://elsewhere.example'] })
  const lab = new LabPage(page)
  await lab.make({ projectId: project.id })
  await lab.connectButton.click()
  await expect(lab.dialog.locator('.notice-words')).toHaveText('Invalid App Configuration')
  await expect.poll(() => faults.filter(text => text.includes('APKT002')).length).toBe(1)
})

test('an unknown project is APKT007, and the wallets are there all the same', async ({
  page,
  faults,
  forgiven,
  wallet: _,
}) => {
  // No wallet list either (F24).
  forgiven.push(/APKT00[37]|status of 40[134]/)
  const lab = new LabPage(page)
  await lab.make({ projectId: 'unknown-project' })
  await lab.connectButton.click()
  await expect.poll(() => faults.filter(text => text.includes('APKT007')).length).toBe(1)
  await expect(lab.row('Meadow Wallet')).toBeVisible()
})

test('basic mode asks neither for config nor for names, and every remote flag is off', async ({
  page,
  wallet: _,
}) => {
  const lab = new LabPage(page)
  await lab.make({ projectId: 'latchkey-dev', basic: true, features: { branding: true } })
  await lab.open('Networks')
  await expect.poll(() => lab.features()).toMatchObject({ branding: false })
  await expect(lab.dialog.getByText(brand)).toBeHidden()
  await page.waitForLoadState('networkidle')
  expect(lab.paths().filter(path => /appkit|projects|identity|supported/.test(path))).toEqual([])
})

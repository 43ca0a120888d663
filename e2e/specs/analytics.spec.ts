import { LabPage } from '../setup/LabPage.ts'
import { createProject } from '../setup/projects.ts'
import { expect, test } from '../setup/test.ts'

test('off by default: a visit with connecting and disconnecting sends no event and asks for no switch', async ({
  page,
  wallet: _,
}) => {
  const lab = new LabPage(page)
  await lab.make({ projectId: 'latchkey-dev' })
  await lab.connect('Meadow Wallet')
  await lab.openAccount()
  await lab.pressMenu('disconnect')
  await expect(lab.connectButton).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(lab.paths().filter(path => /^\/e$|getAnalyticsConfig/.test(path))).toEqual([])
})

test('T110 on: counts events without an address, a query or a name of the visitor', async ({
  page,
  wallet: _,
  account,
}) => {
  const project = await createProject({ analytics: true })
  const lab = new LabPage(page)
  const bodies: string[] = []
  const taken: number[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname === '/e') bodies.push(request.postData() ?? '')
  })
  page.on('response', response => {
    const isEvent = new URL(response.url()).pathname === '/e' && response.request().method() === 'POST'
    if (isEvent) taken.push(response.status())
  })
  await lab.make({ projectId: project.id, features: { analytics: true } })
  await page.waitForLoadState('networkidle')
  expect(lab.paths()).toEqual([])
  await lab.connect('Meadow Wallet')
  await lab.openAccount()
  await lab.pressMenu('disconnect')
  await expect(lab.connectButton).toBeVisible()
  const events = () => bodies.filter(Boolean).map(body => JSON.parse(body).props.event as string)
  const expected = [
    'CONNECT_SUCCESS',
    'DISCONNECT_SUCCESS',
    'INITIALIZE',
    'MODAL_CLOSE',
    'MODAL_CLOSE',
    'MODAL_OPEN',
    'MODAL_OPEN',
  ]
  await expect.poll(() => events().sort()).toEqual(expected)
  await expect.poll(() => taken).toEqual(expected.map(() => 200))
  expect(bodies.join('\n').toLowerCase()).not.toContain(account.address.slice(2, 12).toLowerCase())
  const { origin, hostname } = new URL(page.url())
  for (const body of bodies.filter(Boolean)) {
    expect(JSON.parse(body)).toMatchObject({ url: origin, domain: hostname })
  }
})

test('a project that wants no events gets none', async ({ page }) => {
  const project = await createProject()
  const lab = new LabPage(page)
  await lab.make({ projectId: project.id, features: { analytics: true } })
  await lab.connectButton.click()
  await expect.poll(() => lab.paths()).toContain('/getAnalyticsConfig')
  await page.waitForLoadState('networkidle')
  expect(lab.paths()).not.toContain('/e')
})

test('a page outside the list: APKT002 once, and no event', async ({ page, faults, forgiven }) => {
  // No wallet list either (F24).
  forgiven.push(/APKT00[23]|status of 403/)
  const project = await createProject({ analytics: true, origins: ['https://elsewhere.example'] })
  const lab = new LabPage(page)
  await lab.make({ projectId: project.id, features: { analytics: true } })
  await lab.connectButton.click()
  await expect.poll(() => faults.filter(text => text.includes('APKT002')).length).toBe(1)
  await page.waitForLoadState('networkidle')
  expect(lab.paths()).not.toContain('/e')
})

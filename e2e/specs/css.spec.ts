import type { Page } from '@playwright/test'
import { expect, test } from '../setup/test.ts'

test('hostile CSS changes nothing in the button, the list and the account', async ({
  page,
  host,
  wallet: _,
}) => {
  const looks: Record<string, unknown[]> = { plain: [], css: [] }
  const add = async (name: string, selector: string) => looks[name]?.push(...(await measure(page, selector)))
  for (const name of ['plain', 'css']) {
    await host.open(`${name}/`)
    await expect(host.connectButton).toBeVisible()
    await add(name, '[data-latchkey-button]')
    await host.connectButton.click()
    await host.expectView('Connect')
    await expect(host.row('Meadow Wallet').locator('img')).toHaveJSProperty('complete', true)
    await add(name, '[data-latchkey]')
    expect((await host.card.boundingBox())?.width).toBe(368)
    expect((await host.row('Meadow Wallet').boundingBox())?.height).toBe(56)
  }
  await host.row('Meadow Wallet').click()
  await expect(host.accountButton).toBeVisible()
  await expect(host.dialog).toBeHidden()
  for (const name of ['plain', 'css']) {
    await host.open(`${name}/`)
    await host.openAccount()
    await expect(host.dialog.getByText('0.000 ETH')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await host.button('Close').focus()
    await add(name, '[data-latchkey-button], [data-latchkey]')
  }
  expect(looks.css?.length).toBeGreaterThan(60)
  expect(looks.css).toEqual(looks.plain)
})

test('the hostile page really is one', async ({ page, host }) => {
  await host.open('css/')
  const own = await page.getByTestId('address').evaluate(element => getComputedStyle(element).display)
  expect(own).toBe('none')
})

/** Place within its root and the look of every element in the shadow roots of some hosts. */
function measure(page: Page, hosts: string): Promise<unknown[]> {
  return page.evaluate(async selector => {
    const properties = [
      ...[
        'display',
        'visibility',
        'opacity',
        'color',
        'backgroundColor',
        'fontSize',
        'fontFamily',
        'fontWeight',
      ],
      ...['lineHeight', 'letterSpacing', 'wordSpacing', 'textTransform', 'textAlign', 'direction', 'cursor'],
      ...[
        'paddingTop',
        'paddingLeft',
        'marginTop',
        'borderTopWidth',
        'borderTopColor',
        'borderTopLeftRadius',
      ],
      ...['boxSizing', 'transform', 'filter', 'pointerEvents', 'userSelect', 'whiteSpace'],
    ] as const
    const hosts = [...document.querySelectorAll(selector)]
    const moving = hosts.flatMap(host => host.shadowRoot?.getAnimations() ?? [])
    await Promise.all(moving.map(animation => animation.finished))
    return hosts.flatMap(host => {
      const elements = [...(host.shadowRoot?.querySelectorAll('*') ?? [])]
      const origin = (
        host.shadowRoot?.querySelector('[part=card], [part=button]') ?? host
      ).getBoundingClientRect()
      return elements.map(element => {
        const box = element.getBoundingClientRect()
        const style = getComputedStyle(element) as unknown as Record<string, string>
        const drawn = box.width > 0 && box.height > 0
        return {
          element: `${element.tagName} ${element.getAttribute('class') ?? ''}`,
          size: [box.width, box.height],
          // Hidden places, such as those of live regions, hang on the page's own size.
          place:
            drawn && element.closest('[part=card], [part=button]')
              ? [box.x - origin.x, box.y - origin.y]
              : [],
          look: properties.map(property => `${property}: ${style[property]}`),
        }
      })
    })
  }, hosts)
}

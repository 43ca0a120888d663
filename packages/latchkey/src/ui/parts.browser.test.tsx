/// <reference types="@vitest/browser-playwright" />
import axe from 'axe-core'
import { type ReactNode, StrictMode, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { Address } from './address/Address.tsx'
import { Avatar } from './avatar/Avatar.tsx'
import { Body } from './body/Body.tsx'
import { Footer } from './body/Footer.tsx'
import { Button } from './button/Button.tsx'
import { CopyButton } from './copy/CopyButton.tsx'
import { Field } from './field/Field.tsx'
import { SearchField } from './field/SearchField.tsx'
import { Header } from './header/Header.tsx'
import { Icon } from './icon/Icon.tsx'
import { Mark } from './icon/Mark.tsx'
import { apple, google } from './icon/marks.ts'
import * as shapes from './icon/shapes.ts'
import { List } from './list/List.tsx'
import { Row } from './list/Row.tsx'
import { Menu } from './menu/Menu.tsx'
import { createNotices } from './notice/createNotices.ts'
import { Snackbar } from './notice/Snackbar.tsx'
import { parts } from './parts.ts'
import { QrCode } from './qr/QrCode.tsx'
import { Skeleton } from './skeleton/Skeleton.tsx'
import { SkeletonRow } from './skeleton/SkeletonRow.tsx'
import { Ring } from './spinner/Ring.tsx'
import { createStage, type Stage } from './stage/createStage.ts'
import { StageContext } from './stage/StageContext.tsx'
import { Switch } from './switch/Switch.tsx'
import { Tabs } from './tabs/Tabs.tsx'
import { Tag } from './tag/Tag.tsx'
import { createToasts } from './toast/createToasts.ts'
import { Toaster } from './toast/Toaster.tsx'
import { Logo } from './walletimage/Logo.tsx'

const none = () => {}
const action = (label: string) => ({ label, onClick: none })
const frozen = { now: () => 0, setTimeout: () => none }
const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const picture =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><rect width='1' height='1'/></svg>"

function noticed(variant: 'success' | 'loading' | 'error') {
  const notices = createNotices({ clock: frozen })
  notices.show({ message: 'Copied', variant })
  return <Snackbar notices={notices} closeLabel="Close" />
}

function toasted() {
  const toasts = createToasts({ clock: frozen })
  for (const variant of ['success', 'error', 'loading'] as const) {
    toasts.show({ id: variant, variant, message: variant, detail: 'More', action: action('View') })
  }
  return <Toaster toasts={toasts} label="Notifications" closeLabel="Close" />
}

/** Every part in every state it has. */
const drawings: [name: string, node: ReactNode][] = [
  ['header', <Header key="" title="Connect" back={action('Back')} close={action('Close')} />],
  [
    'header with help',
    <Header
      key=""
      title="Connect"
      help={{ ...action('Help'), shape: shapes.help }}
      close={action('Close')}
    />,
  ],
  [
    'header with logo',
    <Header
      key=""
      title="Connect"
      logo={{ light: picture, dark: picture, name: 'Shop' }}
      close={action('Close')}
    />,
  ],
  [
    'buttons',
    (['primary', 'secondary', 'ghost', 'danger'] as const).map(tone => (
      <Button key={tone} tone={tone} wide>
        {tone}
      </Button>
    )),
  ],
  [
    'busy button',
    <Button key="" tone="primary" loading>
      Sending…
    </Button>,
  ],
  [
    'disabled button',
    <Button key="" tone="primary" disabled icon={<Icon shape={shapes.refresh} />}>
      Enter an amount
    </Button>,
  ],
  [
    'list',
    <List key="" heading="Wallets">
      <Row
        name="MetaMask"
        icon={<Logo name="MetaMask" src={picture} />}
        tag={<Tag>installed</Tag>}
        onClick={none}
      />
      <Row name="Ledger" detail="Connects over USB" icon={<Logo name="Ledger" />} end="chevron" />
      <Row name="Ethereum" icon={<Logo round name="Ethereum" />} value="1.2 ETH" end="check" current />
      <Row
        name="Explorer"
        icon={<Icon shape={shapes.globe} />}
        end="external"
        href="https://explorer.example"
      />
      <Row name="Phantom" busy />
      <Row name="Safe" icon={<Logo name="Safe" />} disabled="Not on this network" />
    </List>,
  ],
  [
    'tags',
    (['plain', 'success', 'warning', 'danger'] as const).map(tone => (
      <Tag key={tone} tone={tone}>
        {tone}
      </Tag>
    )),
  ],
  [
    'search',
    <SearchField
      key=""
      label="Search wallets"
      clearLabel="Clear"
      placeholder="Search"
      value="fox"
      onValue={none}
    />,
  ],
  [
    'field',
    <Field
      key=""
      label="Email"
      value=""
      hint="We send a code."
      placeholder="you@example.org"
      onValue={none}
    />,
  ],
  [
    'wrong field',
    <Field key="" label="Email" value="x" error="Please enter a valid email address" onValue={none} />,
  ],
  [
    'tabs',
    <Tabs
      key=""
      label="Account"
      tabs={[
        { id: 'a', label: 'Tokens' },
        { id: 'b', label: 'NFTs' },
      ]}
      selected="a"
      onSelect={none}
    >
      Nothing here yet
    </Tabs>,
  ],
  [
    'switches',
    [false, true].map(isOn => (
      <Switch key={String(isOn)} isOn={isOn} onSwitch={none}>
        Show 3 hidden
      </Switch>
    )),
  ],
  [
    'rings',
    (['idle', 'running', 'success', 'failed'] as const).map(state => (
      <Ring key={state} state={state}>
        <Logo name="Rainbow" size={64} />
      </Ring>
    )),
  ],
  [
    'codes',
    [undefined, 'https://example.com'].map(text => (
      <QrCode key={text ?? ''} text={text} label="Code to scan" left={{ part: 0.4, text: '2:00' }}>
        <Logo name="Rainbow" size={56} />
      </QrCode>
    )),
  ],
  [
    'skeletons',
    <List key="" label="Wallets">
      <SkeletonRow />
      <li>
        <Skeleton width={40} height={40} round />
      </li>
    </List>,
  ],
  [
    'account',
    <p key="">
      <Avatar address={address} size={64} />
      <Avatar address={address} src={picture} />
      <Address address={address} />
      <Address address={address} full />
      <CopyButton text={address} label="Copy address" copiedLabel="Copied" failedLabel="Couldn’t copy" />
    </p>,
  ],
  [
    'body and footer',
    <div key="">
      <Body>
        <p>Text</p>
      </Body>
      <Footer>
        By connecting you accept the <a href="https://terms.example">Terms</a>
      </Footer>
    </div>,
  ],
  [
    'notices',
    (['success', 'loading', 'error'] as const).map(variant => <div key={variant}>{noticed(variant)}</div>),
  ],
  ['toasts', toasted()],
]

let stage: Stage
let root: Root

function draw(node: ReactNode): void {
  flushSync(() =>
    root.render(
      <StrictMode>
        <StageContext.Provider value={stage}>{node}</StageContext.Provider>
      </StrictMode>,
    ),
  )
}

const inStage = <Found extends Element = HTMLElement>(selector: string) =>
  stage.root.querySelector(selector) as Found

beforeEach(async () => {
  await page.viewport(800, 600)
  await cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
  } as never)
  document.documentElement.lang = 'en'
  stage = createStage({ id: 'parts', lang: 'en' })
  stage.setLabel('Parts')
  root = createRoot(stage.outlet)
  stage.open()
})

afterEach(() => {
  root.unmount()
  stage.destroy()
})

describe.each(['light', 'dark'] as const)('in the %s theme, axe finds nothing in', mode => {
  test.each(drawings)('%s', async (_, node) => {
    stage.setTheme({ mode })
    draw(node)
    await Promise.all(
      inStage('.stage-card')
        .getAnimations()
        .map(animation => animation.finished),
    )
    const { violations } = await axe.run(stage.host)
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(found => found.html).join(' ')}`)).toEqual(
      [],
    )
  })
})

describe('parts', () => {
  test('the drawn parts are exactly the closed list of ::part names', () => {
    const drawn = new Set<string>()
    for (const [, node] of drawings) {
      draw(node)
      for (const element of stage.root.querySelectorAll('[part]'))
        drawn.add(element.getAttribute('part') ?? '')
    }
    // An `IconButton` used for itself; the ones above have names of their own.
    expect([...drawn].sort()).toEqual([...parts].sort())
  })

  test.each([
    ['reduce', true],
    ['', false],
  ])('a pressed element gives way, and stands still under reduced motion: %j', async (value, isStill) => {
    await cdp().send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value }],
    } as never)
    draw([
      <Button key="b">Send</Button>,
      <Header key="h" title="Connect" close={action('Close')} />,
      <List key="l" label="Wallets">
        <Row name="Fox" onClick={none} />
      </List>,
    ])
    for (const kind of ['.button', '.icon-button', '.row']) {
      const control = inStage(`.stage-card ${kind}`)
      control.focus()
      await userEvent.keyboard('{ >}')
      expect(control.matches(':active'), kind).toBe(true)
      expect(getComputedStyle(control).scale === 'none', kind).toBe(isStill)
      await userEvent.keyboard('{/ }')
    }
  })

  test('every button is at least 44 px high and named', () => {
    for (const [name, node] of drawings) {
      draw(node)
      for (const control of stage.root.querySelectorAll('button, .row, input')) {
        expect(
          control.getBoundingClientRect().height,
          `${name}: ${control.outerHTML}`,
        ).toBeGreaterThanOrEqual(44)
      }
    }
  })

  test('with texts at twice their size nothing is cut off (200 %)', () => {
    stage.root.host.setAttribute('style', '--lk-font-size-master: 20px')
    for (const [name, node] of drawings) {
      draw(node)
      for (const box of stage.root.querySelectorAll<HTMLElement>(
        '.row, .button, .header, .tab, .toast, .notice',
      )) {
        expect(box.scrollWidth, `${name}: ${box.outerHTML}`).toBeLessThanOrEqual(box.clientWidth + 1)
        expect(box.scrollHeight, `${name}: ${box.outerHTML}`).toBeLessThanOrEqual(box.clientHeight + 1)
      }
    }
  })

  test('a tag goes below a name before the name is broken; a name without end is broken (200 %)', () => {
    stage.root.host.setAttribute('style', '--lk-font-size-master: 20px')
    const tag = <Tag>installed</Tag>
    draw(
      <Body>
        <List label="Wallets">
          <Row name="MetaMaskXl" icon={<Logo name="MetaMask" />} tag={tag} />
          <Row name={'W'.repeat(400)} icon={<Logo name="W" />} tag={tag} />
        </List>
      </Body>,
    )
    const [name, endless] = [...stage.root.querySelectorAll<HTMLElement>('.row-name')]
    const [line] = [...stage.root.querySelectorAll<HTMLElement>('.tag')]
    expect(name?.offsetHeight).toBeLessThan(60)
    expect(line?.getBoundingClientRect().top).toBeGreaterThanOrEqual(
      name?.getBoundingClientRect().bottom ?? 0,
    )
    expect(endless?.scrollWidth).toBeLessThanOrEqual(368)
  })

  test('geometry of LOOK.md: card 368, header 56, rows 56, icons 36', () => {
    draw([
      <Header key="h" title="Connect" close={action('Close')} />,
      drawings.find(([name]) => name === 'list')?.[1],
    ])
    expect(inStage('.stage-card').offsetWidth).toBe(368)
    expect(inStage('.header').offsetHeight).toBe(56)
    expect(inStage('.row').offsetHeight).toBe(56)
    expect(inStage('.logo').offsetWidth).toBe(36)
    expect(getComputedStyle(inStage('.logo')).borderRadius).toBe('10px')
    expect(getComputedStyle(inStage('.row')).borderRadius).toBe('12px')
    expect(getComputedStyle(inStage('.stage-card')).borderRadius).toBe('24px')
  })

  test('a header names the dialog, and its heading can take focus', () => {
    draw(<Header title="Switch network" close={action('Close')} />)
    expect(inStage('dialog').getAttribute('aria-label')).toBe('Switch network')
    inStage('h2').focus()
    expect(stage.root.activeElement).toBe(inStage('h2'))
  })

  test('a busy button keeps its focus and takes no click', async () => {
    const pressed = vi.fn()
    draw(<Button onClick={pressed}>Send</Button>)
    await page.getByRole('button', { name: 'Send' }).click()
    draw(
      <Button loading onClick={pressed}>
        Send
      </Button>,
    )
    expect(stage.root.activeElement).toBe(inStage('.button'))
    inStage('.button').click()
    expect(pressed).toHaveBeenCalledOnce()
  })

  test('a row that is disabled says why, can be focused, and does nothing', async () => {
    const pressed = vi.fn()
    draw(
      <List label="Networks">
        <Row name="Base" detail="Layer 2" disabled="Your wallet does not offer it" onClick={pressed} />
        <Row name="Busy" busy onClick={pressed} />
      </List>,
    )
    await userEvent.keyboard('{Tab}')
    expect(stage.root.activeElement).toBe(inStage('.row'))
    for (const row of stage.root.querySelectorAll<HTMLElement>('.row')) row.click()
    expect(pressed).not.toHaveBeenCalled()
    expect(inStage('.row').textContent).toBe('BaseYour wallet does not offer it')
  })

  test('tabs have one stop; arrows move and select', async () => {
    function Probe() {
      const [selected, setSelected] = useState('a')
      const tabs = ['a', 'b', 'c'].map(id => ({ id, label: `Tab ${id}` }))
      return (
        <Tabs label="Probe" tabs={tabs} selected={selected} onSelect={setSelected}>
          Panel {selected}
        </Tabs>
      )
    }
    draw(<Probe />)
    await userEvent.keyboard('{Tab}{ArrowRight}')
    expect(stage.root.activeElement?.textContent).toBe('Tab b')
    expect(inStage('[role=tabpanel]').textContent).toBe('Panel b')
    await userEvent.keyboard('{End}{ArrowRight}')
    expect(stage.root.activeElement?.textContent).toBe('Tab a')
    expect(stage.root.querySelectorAll('[role=tab][tabindex="0"]')).toHaveLength(1)
    // The browser's own: the page before, all tabs of the window.
    const tab = stage.root.activeElement
    for (const held of ['altKey', 'ctrlKey', 'metaKey']) {
      const press = new KeyboardEvent('keydown', {
        key: 'ArrowLeft',
        [held]: true,
        bubbles: true,
        cancelable: true,
      })
      expect(tab?.dispatchEvent(press), held).toBe(true)
    }
    expect(stage.root.activeElement).toBe(tab)
  })

  test('with forced colours the tab that is selected is filled, as no other is', async () => {
    await cdp().send('Emulation.setEmulatedMedia', {
      features: [{ name: 'forced-colors', value: 'active' }],
    } as never)
    const tabs = ['a', 'b', 'c'].map(id => ({ id, label: `Tab ${id}` }))
    draw(
      <Tabs label="Probe" tabs={tabs} selected="b" onSelect={none}>
        Panel
      </Tabs>,
    )
    const probe = stage.outlet.appendChild(document.createElement('p'))
    probe.style.cssText = 'background: Highlight; color: HighlightText; forced-color-adjust: none'
    const paint = (element: Element) => {
      const { backgroundColor, color } = getComputedStyle(element)
      return { backgroundColor, color }
    }
    const filled = [...stage.root.querySelectorAll('[role=tab]')].map(
      tab => JSON.stringify(paint(tab)) === JSON.stringify(paint(probe)),
    )
    probe.remove()
    expect(filled).toEqual([false, true, false])
  })

  test('a menu stays while an item works, and closes when that has ended', async () => {
    let end = none
    function Probe() {
      const [busy, setBusy] = useState(false)
      end = () => flushSync(() => setBusy(false))
      return (
        // The card cuts off what is laid over nothing.
        <div style={{ blockSize: 160 }}>
          <div style={{ position: 'relative' }}>
            <Menu label="More">
              <Row name="Switch" busy={busy} onClick={() => setBusy(true)} />
            </Menu>
          </div>
        </div>
      )
    }
    draw(<Probe />)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Switch' }).click()
    expect(inStage('[role=menuitem]').ariaBusy).toBe('true')
    expect(inStage('[role=menu]').hidden).toBe(false)
    end()
    await expect.poll(() => inStage('[role=menu]').hidden).toBe(true)
    expect(stage.root.activeElement).toBe(inStage('.icon-button'))
  })

  test('a menu closes when something beside the widget is pressed', async () => {
    draw(
      <Menu label="More">
        <Row name="Switch" onClick={none} />
      </Menu>,
    )
    inStage('.menu .icon-button').click()
    await expect.poll(() => inStage('[role=menu]').hidden).toBe(false)
    inStage('[role=menuitem]').dispatchEvent(
      new PointerEvent('pointerdown', { bubbles: true, composed: true }),
    )
    expect(inStage('[role=menu]').hidden).toBe(false)
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    await expect.poll(() => inStage('[role=menu]').hidden).toBe(true)
  })

  test('a search field is emptied by its button and keeps focus', async () => {
    function Probe() {
      const [value, setValue] = useState('')
      return <SearchField label="Search" clearLabel="Clear" value={value} onValue={setValue} />
    }
    draw(<Probe />)
    await page.getByRole('searchbox').fill('rainbow')
    await page.getByRole('button', { name: 'Clear' }).click()
    expect(inStage<HTMLInputElement>('input').value).toBe('')
    expect(stage.root.activeElement).toBe(inStage('input'))
    expect(stage.root.querySelector('.icon-button')).toBeNull()
  })

  test('a hostile or broken picture leaves a monogram of the same size (F25)', async () => {
    for (const src of ['javascript:alert(1)', 'data:image/png;base64,AAAA', null]) {
      draw(<Logo key={src} name="Rainbow" src={src} />)
      await expect.poll(() => inStage('.logo').textContent).toBe('R')
      expect(inStage('.logo').offsetWidth).toBe(36)
    }
    draw(<Logo name="Rainbow" src="https://cdn.example/x.png" />)
    const image = inStage<HTMLImageElement>('img')
    expect([image.referrerPolicy, image.alt, image.decoding]).toEqual(['no-referrer', '', 'sync'])
    // No frame waits for it: it shows once it is decoded.
    expect(getComputedStyle(image).visibility).toBe('hidden')
  })

  test('a ring shakes once when it turns to failed, not when drawn again', () => {
    const shakes = () =>
      inStage('.ring')
        .getAnimations()
        .filter(animation => animation.id === 'shake')
    draw(
      <Ring state="running">
        <Logo name="R" />
      </Ring>,
    )
    expect(shakes()).toHaveLength(0)
    draw(
      <Ring state="failed">
        <Logo name="R" />
      </Ring>,
    )
    expect(shakes()).toHaveLength(1)
    for (const shake of shakes()) shake.finish()
    draw(
      <Ring state="failed">
        <Logo name="R" />
      </Ring>,
    )
    expect(shakes()).toHaveLength(0)
  })

  test.each([
    ['0px', 'min(0px, 10%)', 'A0 0 '],
    ['4px', 'min(26px, 10%)', 'A7.3 7.3 '],
    ['16px', 'min(104px, 10%)', 'A7.8 7.8 '],
  ])('the corners of a code are those of the theme: %s', (master, plate, ring) => {
    const code = <QrCode text="https://example.com" label="Code to scan" left={{ part: 0.4, text: '2:00' }} />
    draw(code)
    // A host changes its theme while the code is there.
    const host = stage.root.host as HTMLElement
    host.style.setProperty('--lk-radius-master', master)
    draw(<div>{code}</div>)
    expect(getComputedStyle(inStage('.qr')).borderTopLeftRadius).toBe(plate)
    for (const path of stage.root.querySelectorAll('.qr-ring path')) {
      expect(path.getAttribute('d')).toContain(ring)
    }
  })

  test.each([
    ['light', 'oklch(0 0 0)'],
    ['dark', 'oklch(1 0 0)'],
  ] as const)('a mark without a colour is black or white, and not the tint of a theme: %s', (mode, fill) => {
    stage.setTheme({ mode })
    const host = stage.root.host as HTMLElement
    host.style.setProperty('--lk-text', mode === 'light' ? '#1b1036' : '#f2eee6')
    draw(<Mark shape={apple} />)
    expect(getComputedStyle(inStage('.mark path')).fill).toBe(fill)
    draw(<Mark shape={google} />)
    expect([...stage.root.querySelectorAll('.mark path')].map(path => getComputedStyle(path).fill)).toEqual([
      'rgb(66, 133, 244)',
      'rgb(52, 168, 83)',
      'rgb(251, 188, 5)',
      'rgb(234, 67, 53)',
    ])
  })

  test('a copy button says so, and without a clipboard uses the old way', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText')
    const refused = vi.spyOn(document, 'execCommand').mockReturnValue(false)
    const said = () => inStage('dialog [role=status]').textContent
    const copy = (
      <CopyButton text="0x1" label="Copy address" copiedLabel="Copied" failedLabel="Couldn’t copy" />
    )
    write.mockResolvedValueOnce()
    draw(copy)
    await page.getByRole('button', { name: 'Copy address' }).click()
    await expect.poll(said).toBe('Copied')
    expect(write).toHaveBeenCalledWith('0x1')
    await expect.element(page.getByRole('button', { name: 'Copy address' })).toBeInTheDocument()
    write.mockRejectedValueOnce(new Error('denied'))
    await page.getByRole('button', { name: 'Copy address' }).click()
    await expect.poll(() => inStage('dialog [role=alert]').textContent).toBe('Couldn’t copy')
    expect(refused).toHaveBeenCalledWith('copy')
    expect(stage.root.querySelector('textarea')).toBeNull()
    vi.restoreAllMocks()
  })

  test('a full address copies without spaces', () => {
    draw(<Address address={address} full />)
    const range = document.createRange()
    range.selectNodeContents(inStage('.address'))
    expect(range.toString()).toBe(address)
    expect(inStage('.address').innerText).toBe(address)
  })

  test('shapes that point along the line turn round in right-to-left text', () => {
    const turned = () =>
      Object.entries(shapes).flatMap(([name, shape]) => {
        draw(<Icon shape={shape} />)
        return getComputedStyle(inStage('.icon')).scale === '-1 1' ? [name] : []
      })
    stage.setLocale({ dir: 'rtl', lang: 'ar' })
    expect(turned().sort()).toEqual(['back', 'chevron', 'disconnect', 'external', 'receive', 'send'])
    stage.setLocale({ dir: 'ltr', lang: 'en' })
    expect(turned()).toEqual([])
  })
})

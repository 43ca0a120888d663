import { createLive } from './createLive.ts'

const plentyOfCores = 4

/** Makes the stage's elements, attached to nothing yet. No markup strings: it runs under Trusted Types. */
export function buildStage(document: Document, id: string, inline: boolean) {
  const make = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, name: string, part?: string) => {
    const element = document.createElement(tag)
    element.className = name
    if (part) element.setAttribute('part', part)
    return element
  }
  const host = document.createElement('div')
  host.dataset.latchkey = id
  host.dataset.mode = inline ? 'inline' : 'modal'
  const root = host.attachShadow({ mode: 'open' })
  const stage = make('div', 'stage')
  const dialog = make('dialog', 'stage-dialog')
  // The dialog itself takes the first focus, so that nothing in it lights up before the view decides.
  dialog.tabIndex = -1
  dialog.autofocus = true
  const scrim = make('div', 'stage-scrim', 'scrim')
  // Few cores go with slow or software drawing; the scrim alone sets the card off as well.
  scrim.toggleAttribute('data-plain', (navigator.hardwareConcurrency || plentyOfCores) < plentyOfCores)
  const card = make('div', 'stage-card', 'card')
  const inner = make('div', 'stage-inner')
  const outlet = make('div', 'stage-outlet')
  const frame = make('div', 'stage-frame')
  // The wallet's iframe is a child of the host element: windows of the wallet find no frame of a shadow tree in their opener.
  frame.append(make('slot', 'stage-frame-slot'))
  const handle = make('div', 'stage-handle', 'handle')
  handle.dataset.drag = ''
  const toasts = make('div', 'stage-toasts')
  const page = make('div', 'stage-page')
  page.setAttribute('popover', 'manual')
  const dialogLive = createLive(document)
  const pageLive = createLive(document)
  inner.append(outlet)
  card.append(inner, frame, handle)
  dialog.append(scrim, card, dialogLive.element)
  page.append(toasts)
  stage.append(dialog, page, pageLive.element)
  let home: HTMLElement | undefined
  if (inline) {
    const inlineCard = make('div', 'stage-card', 'card')
    inlineCard.dataset.inline = ''
    home = make('div', 'stage-inner')
    home.append(outlet)
    inlineCard.append(home)
    stage.prepend(inlineCard)
  }
  root.append(stage)
  return {
    host,
    root,
    stage,
    dialog,
    scrim,
    card,
    inner,
    outlet,
    frame,
    toasts,
    page,
    dialogLive,
    pageLive,
    home,
  }
}

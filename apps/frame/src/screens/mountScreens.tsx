import type { FramePayload } from 'latchkey/contract'
import {
  adoptCss,
  createSheet,
  StageContext,
  type StageSurface,
  stageCss,
  themeCss,
  tokensCss,
} from 'latchkey/ui'
import { createRoot } from 'react-dom/client'
import type { Frame } from '../frame.ts'
import type { ScreenEntry } from './createScreens.ts'

/** The place of the screens, once React is there. */
export interface MountedScreens {
  /** Draws the top of the stack, or nothing. */
  draw(entry: ScreenEntry | undefined): void
  dress(theme: FramePayload<'SYNC_THEME'>): void
}

/** What the wallet's own page adds to the parts' look: it fills its frame, and its ground is the card's. */
const css =
  '@layer views{:host{display:block!important}.screen{background:var(--lk-card);color:var(--lk-text);font:var(--lk-weight-1) var(--lk-text-3)/1.4 var(--lk-font-family);-webkit-font-smoothing:antialiased}}'

/** Makes the one root of the screens. Escape is told the page, which never hears a key pressed in here (T9). */
export function mountScreens(options: {
  readonly document: Document
  readonly frame: Frame
  readonly theme: FramePayload<'SYNC_THEME'>
  readonly tell: Frame['tell']
  leave(): void
}): MountedScreens {
  const { document, frame, tell } = options
  const host = document.createElement('div')
  const shadow = host.attachShadow({ mode: 'open' })
  const place = document.createElement('div')
  place.className = 'screen'
  const live = document.createElement('div')
  live.className = 'visually-hidden'
  live.setAttribute('role', 'status')
  shadow.append(place, live)
  document.body.append(host)
  const page = createSheet(document, ':root{background:none}body{margin:0}')
  document.adoptedStyleSheets.push(page)
  adoptCss(shadow, stageCss)
  const theme = createSheet(document, '')
  shadow.adoptedStyleSheets.push(theme)
  adoptCss(shadow, css)

  const surface: StageSurface = {
    adopt: text => adoptCss(shadow, text),
    announce: text => {
      live.textContent = text
    },
    isOpen: true,
    setLabel: label => {
      document.title = label || 'Wallet'
    },
    requestClose: () => options.leave(),
    showToasts: () => {},
  }
  const root = createRoot(place)
  let shown: ScreenEntry | undefined

  const measure = () => {
    if (!shown) return
    // Nothing is laid out in a frame that is not shown yet.
    const size = Math.ceil(place.getBoundingClientRect().height) || shown.module.size
    tell('AREA', { screen: shown.name, size: Math.min(size, 4_096) })
  }
  new ResizeObserver(measure).observe(place)
  document.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    event.preventDefault()
    tell('ESCAPE', {})
  })

  function dress({ mode, variables, locale, dir }: FramePayload<'SYNC_THEME'>): void {
    host.dataset.theme = mode ?? 'system'
    theme.replaceSync(variables ? themeCss(variables).css : tokensCss())
    document.documentElement.lang = locale ?? 'en'
    document.documentElement.dir = dir ?? 'ltr'
    host.dir = dir ?? 'ltr'
  }

  dress(options.theme)
  return {
    dress,
    draw(entry) {
      shown = entry
      if (!entry) {
        root.render(null)
        tell('AREA', { screen: null, size: 0 })
        return
      }
      const { Screen, size } = entry.module
      root.render(
        <StageContext value={surface}>
          <Screen
            key={entry.key}
            frame={frame}
            data={entry.data}
            done={() => entry.finish('done')}
            close={() => entry.finish('closed')}
          />
        </StageContext>,
      )
      tell('AREA', { screen: entry.name, size })
    },
  }
}

import { contrast } from './contrast.ts'
import { formatColour } from './formatColour.ts'
import { mixColour } from './mixColour.ts'
import { type Colour, parseColour } from './parseColour.ts'
import { black, readableColour, white } from './readableColour.ts'
import { type ColourToken, colourTokens } from './tokens.ts'

/** Colours a host gave, parsed; all optional. */
export interface HostColours {
  readonly accent?: Colour
  readonly card?: Colour
  readonly raised?: Colour
  readonly line?: Colour
  readonly text?: Colour
  readonly textMuted?: Colour
  readonly scrim?: Colour
  readonly mix?: Colour
  /** 0–1. */
  readonly mixStrength?: number
}

/** Every colour token of one theme (0 light, 1 dark): host colours where given, each text moved until it passes AA. */
export function resolveColours(host: HostColours, theme: 0 | 1): Record<ColourToken, string> {
  const base = (name: ColourToken): Colour => parseColour(colourTokens[name][theme]) ?? black
  const tint = (colour: Colour) => (host.mix ? mixColour(colour, host.mix, host.mixStrength ?? 0) : colour)
  const card = host.card ?? tint(base('card'))
  const [ink, paper] = contrast(card, black) > contrast(card, white) ? [black, white] : [white, black]
  const carries = (surface: Colour) => contrast(surface, ink) >= 4.5
  // A host that replaced the card alone gets a raised surface that belongs to it; so does one whose two surfaces no
  // single text could stand on (a white card, a black row). Away from the ink is always readable.
  const wanted = host.raised ?? (host.card ? mixColour(card, ink, 0.04) : tint(base('raised')))
  const raised = [wanted, mixColour(card, ink, 0.04)].find(carries) ?? mixColour(card, paper, 0.06)
  const higher = mixColour(raised, white, 0.05)
  const lifted = ink === white && carries(higher) ? higher : card
  const surfaces = [card, raised, lifted]
  const read = (colour: Colour) => formatColour(readableColour(colour, surfaces))
  const accent = host.accent ?? base('accent')
  const onAccent =
    [white, base('text'), parseColour(colourTokens.text[0]) ?? black].find(
      text => contrast(text, accent) >= 4.5,
    ) ?? black
  const accentText = read(accent)
  return {
    card: formatColour(card),
    raised: formatColour(raised),
    lifted: formatColour(lifted),
    line: formatColour(
      host.line ?? [...(ink === black ? ([20, 22, 26] as const) : ([255, 255, 255] as const)), 0.09],
    ),
    text: read(host.text ?? base('text')),
    'text-muted': read(host.textMuted ?? base('text-muted')),
    'text-faint': read(host.textMuted ?? base('text-faint')),
    scrim: formatColour(host.scrim ?? base('scrim')),
    shadow: formatColour(base('shadow')),
    accent: formatColour(accent),
    'on-accent': formatColour(onAccent),
    'accent-text': accentText,
    'accent-code': formatColour(readableColour(accent, [white], 3)),
    'hover-shade': onAccent[0] > 127 ? 'rgb(0 0 0 / .1)' : 'rgb(255 255 255 / .18)',
    'accent-line': contrast(accent, card) < 1.6 ? accentText : 'transparent',
    success: read(base('success')),
    warning: read(base('warning')),
    danger: read(base('danger')),
  }
}

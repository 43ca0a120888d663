import { contrast } from './contrast.ts'
import { formatColour } from './formatColour.ts'
import { hostColours } from './hostColours.ts'
import { type Colour, parseColour } from './parseColour.ts'
import { resolveColours } from './resolveColours.ts'
import type { ThemeVariables } from './themeCss.ts'

/** What each variable is read on or as, and the token that stands for it where it cannot be. */
const readAs = [
  ['accent', 'accent-text', 'links, marks and focus rings'],
  ['text', 'text', 'texts'],
  ['textMuted', 'text-muted', 'secondary texts'],
] as const

const surfaces = ['card', 'raised', 'lifted'] as const

/**
 * One sentence for the author of a page, a line for each of their colours that fails WCAG AA (4.5:1) in the modes that can be
 * seen, with its contrast and what the widget uses instead; undefined when none does. `given` are the variables that the host
 * itself wrote, `variables` those in effect.
 */
export function contrastNotice(
  variables: ThemeVariables,
  given: ThemeVariables,
  mode?: 'light' | 'dark',
): string | undefined {
  const host = hostColours(variables)
  const { colorMixStrength = 0 } = variables
  const lines = (['light', 'dark'] as const)
    .filter(each => mode === undefined || mode === each)
    .flatMap(each => {
      const colours = {
        ...host[each],
        mixStrength: Math.min(Math.max(Number(colorMixStrength) || 0, 0), 100) / 100,
      }
      const used = resolveColours(colours, each === 'light' ? 0 : 1)
      const read = (name: keyof typeof used) => parseColour(used[name]) as Colour
      const failed: string[] = []
      const say = (
        name: keyof ThemeVariables,
        colour: Colour,
        ratio: number,
        what: string,
        instead: string,
      ) =>
        failed.push(
          `- ${name} ${formatColour(colour)} reaches ${floor(ratio)}:1 in ${each} mode; ${what} use ${instead} instead.`,
        )
      const { raised } = colours
      if (raised && given.raised !== undefined && formatColour(raised) !== used.raised)
        say('raised', raised, contrast(raised, read('text')), 'rows and fields', used.raised)
      for (const [name, token, what] of readAs) {
        const colour = colours[name]
        if (!colour || given[name] === undefined || formatColour(colour) === used[token]) continue
        const ratio = Math.min(...surfaces.map(surface => contrast(colour, read(surface))))
        say(name, colour, ratio, what, used[token])
      }
      return failed
    })
  if (lines.length === 0) return undefined
  return `[latchkey] themeVariables has colors below the contrast of WCAG AA (4.5:1):\n${lines.join('\n')}`
}

/** Never rounded up to what was not reached. */
function floor(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2)
}

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast } from './contrast.ts'
import { formatColour } from './formatColour.ts'
import { mixColour } from './mixColour.ts'
import { type Colour, parseColour } from './parseColour.ts'
import { readableColour } from './readableColour.ts'
import { resolveColours } from './resolveColours.ts'
import { themeCss } from './themeCss.ts'
import { type ColourToken, colourTokens, readablePairs, sharedTokens } from './tokens.ts'
import { tokensCss } from './tokensCss.ts'

const themes = [
  ['light', 0],
  ['dark', 1],
] as const

const anyColour = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map(([red, green, blue]): Colour => [red, green, blue, 1])

function parsed(text: string): Colour {
  const colour = parseColour(text)
  if (!colour) throw new Error(`not a colour: ${text}`)
  return colour
}

function worstPair(colours: Record<ColourToken, string>): number {
  const ratios = readablePairs.flatMap(([text, surfaces]) =>
    surfaces.map(surface => contrast(parsed(colours[text]), parsed(colours[surface]))),
  )
  return Math.min(...ratios)
}

describe('parseColour', () => {
  test.each([
    ['#fff', [255, 255, 255, 1]],
    ['#0f7B5f', [15, 123, 95, 1]],
    ['#0008', [0, 0, 0, 136 / 255]],
    ['#11223344', [17, 34, 51, 68 / 255]],
    ['rgb(1, 2, 3)', [1, 2, 3, 1]],
    ['rgb(1 2 3 / .5)', [1, 2, 3, 0.5]],
    ['rgba(1,2,3,50%)', [1, 2, 3, 0.5]],
    ['rgb(100% 0% 50%)', [255, 0, 128, 1]],
    ['rgb(999 -5 3)', [255, 0, 3, 1]],
    ['hsl(0 100% 50%)', [255, 0, 0, 1]],
    ['hsl(120deg, 100%, 25%)', [0, 128, 0, 1]],
    ['hsl(-120 100% 50% / 1)', [0, 0, 255, 1]],
    ['  #000  ', [0, 0, 0, 1]],
  ])('reads %s', (text, colour) => {
    expect(parseColour(text)).toEqual(colour)
  })

  test.each([
    'red',
    '#12',
    '#12345',
    '#ggg',
    'rgb(1 2)',
    'rgb(1 2 3 4 5)',
    'rgb(a b c)',
    'rgb(1 2 3);}',
    'rgb(1;2;3)',
    'hsl(10 20 30)',
    'url(https://evil.example)',
    'var(--x)',
    'expression(alert(1))',
    `#${'f'.repeat(100)}`,
    'rgb(1e3 2 3)',
    '',
    7,
    null,
    {},
  ])('refuses %s', text => {
    expect(parseColour(text)).toBeNull()
  })

  test('never throws, and writes back what it read', () => {
    fc.assert(fc.property(fc.string(), text => parseColour(text) === null || true))
    fc.assert(
      fc.property(anyColour, colour => {
        expect(parseColour(formatColour(colour))).toEqual(colour)
      }),
    )
  })
})

describe('contrast', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
  ])('of %s and %s is %d', (one, other, ratio) => {
    expect(contrast(parsed(one), parsed(other))).toBeCloseTo(ratio, 2)
    expect(contrast(parsed(other), parsed(one))).toBeCloseTo(ratio, 2)
  })
})

describe('tokens', () => {
  test.each(themes)('every pair of text and surface passes AA in the %s theme', (_, index) => {
    const colours = Object.fromEntries(
      Object.entries(colourTokens).map(([name, pair]) => [name, pair[index]]),
    )
    expect(worstPair(colours as Record<ColourToken, string>)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(themes)(
    'the table says what the %s theme resolves to when the host gives nothing',
    (_, index) => {
      const colours = resolveColours({}, index)
      for (const [name, pair] of Object.entries(colourTokens)) {
        const value = colours[name as ColourToken]
        const same =
          value === pair[index] || formatColour(parsed(value)) === formatColour(parsed(pair[index]))
        expect(same, `${name}: ${value}`).toBe(true)
      }
    },
  )
})

describe('resolveColours', () => {
  test.each(themes)('keeps AA with any accent in the %s theme', (_, index) => {
    fc.assert(
      fc.property(anyColour, accent => {
        const colours = resolveColours({ accent }, index)
        expect(colours.accent).toBe(formatColour(accent))
        expect(worstPair(colours)).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 500 },
    )
  })

  test.each(themes)(
    'the time of a code and the focus ring pass 3:1 with any accent in the %s theme',
    (_, index) => {
      fc.assert(
        fc.property(anyColour, accent => {
          const colours = resolveColours({ accent }, index)
          expect(contrast(parsed(colours['accent-code']), [255, 255, 255, 1])).toBeGreaterThanOrEqual(3)
          expect(contrast(parsed(colours['accent-text']), parsed(colours.card))).toBeGreaterThanOrEqual(3)
        }),
        { numRuns: 500 },
      )
    },
  )

  test.each(themes)(
    'a label stays readable while its button is under the pointer in the %s theme',
    (_, index) => {
      fc.assert(
        fc.property(anyColour, accent => {
          const colours = resolveColours({ accent }, index)
          const shade = parsed(colours['hover-shade'])
          const hovered = mixColour(accent, shade, shade[3])
          expect(contrast(parsed(colours['on-accent']), hovered)).toBeGreaterThanOrEqual(4.5)
        }),
        { numRuns: 500 },
      )
    },
  )

  test.each(themes)('keeps AA with any surfaces, texts and tint in the %s theme', (_, index) => {
    const optional = fc.option(anyColour, { nil: undefined })
    const host = fc.record({
      accent: optional,
      card: optional,
      raised: optional,
      text: optional,
      textMuted: optional,
      mix: optional,
      mixStrength: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(host, given => {
        const colours = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
        expect(worstPair(resolveColours(colours, index))).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 500 },
    )
  })

  test('draws an edge round a primary button that would vanish on the card', () => {
    expect(resolveColours({ accent: [255, 255, 255, 1] }, 0)['accent-line']).not.toBe('transparent')
    expect(resolveColours({ accent: [255, 255, 255, 1] }, 1)['accent-line']).toBe('transparent')
  })

  test('lays the hover shade away from the label, so contrast only grows', () => {
    fc.assert(
      fc.property(anyColour, accent => {
        const colours = resolveColours({ accent }, 0)
        const dark = contrast(parsed(colours['on-accent']), [0, 0, 0, 1]) < 2
        expect(colours['hover-shade'].startsWith(dark ? 'rgb(255' : 'rgb(0')).toBe(true)
      }),
    )
  })
})

test('readableColour leaves a colour alone that can be read', () => {
  expect(readableColour([15, 123, 95, 1], [[255, 255, 255, 1]])).toEqual([15, 123, 95, 1])
})

/** The dark values stand in the sheet for the mode that is chosen and for the one that is followed. */
const many = (text: string) => [text, text]

describe('themeCss', () => {
  test('without variables is the default sheet', () => {
    expect(themeCss()).toEqual({ css: themeCss({}).css, ignored: [] })
    for (const name of Object.keys(sharedTokens)) expect(tokensCss()).toContain(`--lk-${name}:`)
  })

  test('maps each variable once', () => {
    const { css, ignored } = themeCss({
      accent: '#ff0066',
      fontFamily: '"Inter", system-ui',
      fontSizeMaster: '12px',
      radiusMaster: 2,
      zIndex: 7,
      line: 'rgb(0 0 0 / .2)',
    })
    expect(ignored).toEqual([])
    for (const rule of [
      '--lk-accent:#ff0066;',
      '--lk-font-family:"Inter",system-ui;',
      '--lk-font-size-master:12px;',
      '--lk-radius-master:2px;',
      '--lk-z-index:7;',
      '--lk-line:rgb(0 0 0 / 0.2);',
    ]) {
      expect(css).toContain(rule)
    }
  })

  test.each([
    ['light-dark(#ff0066, #001122)', '#ff0066', '#001122'],
    [' LIGHT-DARK(rgb(255, 0, 102),hsl(0 0% 0%)) ', '#ff0066', '#000000'],
  ])('takes a colour for each mode: %s', (accent, light, dark) => {
    const { css, ignored } = themeCss({ accent })
    expect(ignored).toEqual([])
    expect(css.match(/--lk-accent:[^;]+/g)).toEqual([`--lk-accent:${light}`, ...many(`--lk-accent:${dark}`)])
  })

  test.each([
    ['accent', 'light-dark(#fff)'],
    ['accent', 'light-dark(#fff, #000, #111)'],
    ['accent', 'light-dark(#fff, rgb(0 0 0 / .5))'],
    ['accent', 'light-dark(light-dark(#fff, #000), #000)'],
    ['accent', `light-dark(#fff, ${' '.repeat(200)}#000)`],
    ['line', 'light-dark(#fff, var(--evil))'],
    ['accent', 'red;}*{display:none}'],
    ['accent', 'rgb(0 0 0 / .5)'],
    ['card', 'var(--evil)'],
    ['fontFamily', 'url(https://evil.example/f)'],
    ['fontFamily', '"unclosed'],
    ['fontFamily', 'a'.repeat(400)],
    ['fontFamily', ''],
    ['fontSizeMaster', '1rem'],
    ['fontSizeMaster', '400px'],
    ['fontSizeMaster', Number.NaN],
    ['radiusMaster', '-1px'],
    ['colorMixStrength', 101],
    ['zIndex', 1.5],
    ['zIndex', '7'],
  ])('ignores and names %s: %s', (name, value) => {
    const result = themeCss({ [name]: value })
    expect(result.ignored).toEqual([name])
    expect(result.css).toBe(themeCss().css)
  })

  test('strips what could end a declaration from a font list', () => {
    expect(themeCss({ fontFamily: 'Inter;}' }).css).toContain('--lk-font-family:Inter;')
  })

  test('never lets any value open a block, start a rule or load a file', () => {
    const names = [
      'accent',
      'fontFamily',
      'fontSizeMaster',
      'radiusMaster',
      'colorMix',
      'zIndex',
      'scrim',
    ] as const
    const shape = (css: string) => css.replace(/:[^{};]*(?=;)/g, ':')
    const plain = shape(themeCss().css)
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.anything(), (name, value) => {
        const { css } = themeCss({ [name]: value } as never)
        expect(shape(css)).toBe(plain)
        expect(css).not.toContain('url(')
      }),
    )
  })
})

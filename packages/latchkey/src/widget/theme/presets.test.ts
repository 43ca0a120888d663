import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ThemePreset, ThemeVariables } from '../../contract/options.ts'
import { contrastNotice } from '../../ui/theme/contrastNotice.ts'
import { themeCss } from '../../ui/theme/themeCss.ts'
import { applyButtonTheme } from '../react/buttonTheme.ts'
import { applyTheme } from './applyTheme.ts'
import { buttonPresets } from './buttonPresets.ts'
import { presets } from './presets.ts'
import { presetVariables } from './presetVariables.ts'

describe.each(Object.entries(presets))('the preset %s', (name, preset) => {
  test('is written in theme variables that the widget takes, and can be read as it is', () => {
    expect(themeCss(preset).ignored).toEqual([])
    expect(contrastNotice(preset, preset)).toBeUndefined()
  })

  test('has a look of its own in each mode', () => {
    const others = Object.values(presets).filter(each => each !== preset)
    for (const variable of ['accent', 'card', 'text'] as const)
      expect(preset[variable]).toMatch(/^light-dark\(/)
    expect(others.map(({ accent }) => accent)).not.toContain(preset.accent)
  })

  test('is on the buttons of the page what it is in the widget', () => {
    const worn: Record<string, string> = {}
    const setProperty = (key: string, value: string) => Object.assign(worn, { [key]: value })
    applyButtonTheme({ style: { setProperty } } as never, { ...buttonPresets[name as ThemePreset] })
    expect(worn).toEqual({
      '--lk-accent': preset.accent,
      '--lk-radius-master': preset.radiusMaster,
      ...(preset.fontFamily !== undefined && { '--lk-font-family': preset.fontFamily }),
    })
  })
})

describe('presetVariables', () => {
  test('lays the variables of the host over those of the preset', () => {
    const own = { accent: '#123456', radiusMaster: '3px' }
    expect(presetVariables({ themePreset: 'calm', themeVariables: own })).toEqual({ ...presets.calm, ...own })
    expect(presetVariables({ themePreset: 'calm' })).toEqual(presets.calm)
    expect(presetVariables({ themeVariables: own })).toEqual(own)
  })

  test('leaves out what is undefined, as plain JavaScript writes it', () => {
    const own = { accent: undefined } as unknown as ThemeVariables
    expect(presetVariables({ themePreset: 'mono', themeVariables: own })).toEqual(presets.mono)
  })

  test('takes null for no variables at all', () => {
    const none = { themeVariables: null as unknown as ThemeVariables }
    expect(presetVariables({ themePreset: 'mono', ...none })).toEqual(presets.mono)
    const modes: unknown[] = []
    applyTheme(
      { setTheme: theme => modes.push(theme) },
      () => none,
      () => undefined,
    )
    expect(modes).toEqual([{ mode: 'system' }])
  })

  test('on a card of the host stands nothing that was made for another', () => {
    const { accent, radiusMaster, scrim } = presets.vivid
    expect(presetVariables({ themePreset: 'vivid', themeVariables: { card: '#fafafa' } })).toEqual({
      accent,
      radiusMaster,
      scrim,
      card: '#fafafa',
    })
  })

  test('takes no look from a name that is none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString'), fc.string()), name => {
        fc.pre(!Object.keys(presets).includes(name))
        expect(presetVariables({ themePreset: name as ThemePreset })).toEqual({})
      }),
    )
  })
})

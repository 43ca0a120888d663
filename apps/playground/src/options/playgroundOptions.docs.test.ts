import { expect, test } from 'vitest'
import page from '../../../../docs/playground.md?raw'
import { type PlaygroundOption, playgroundOptions } from './playgroundOptions.ts'

test('docs/playground.md has the table of the options', () => {
  const rows = playgroundOptions.map(({ key, values, fallback, help }: PlaygroundOption) => {
    const choice = values ? values.map(value => `\`${value}\``).join(' ') : 'text'
    return `| \`${key}\` | ${choice} | ${fallback && `\`${fallback}\``} | ${help} |`
  })
  expect(page.match(/^\| `.*$/gm)).toEqual(rows)
})

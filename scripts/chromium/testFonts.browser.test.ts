import { expect, test } from 'vitest'

const widthIn = (family: string): number => {
  const line = document.createElement('span')
  line.style.font = `20px ${family}`
  line.textContent = 'MetaMask installed'
  document.body.append(line)
  const { width } = line.getBoundingClientRect()
  line.remove()
  return Math.round(width * 100) / 100
}

test('every family is the pinned font, whatever the machine has installed', () => {
  const families = [
    'system-ui',
    'sans-serif',
    'monospace',
    '"Noto Sans"',
    '"DejaVu Sans"',
    '"Liberation Sans"',
  ]
  expect(families.map(widthIn)).toEqual(families.map(() => 182.73))
})

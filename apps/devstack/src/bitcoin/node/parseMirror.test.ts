import { expect, test } from 'vitest'
import { parseMirror } from './parseMirror.ts'

test.each([
  [
    'Types: deb\n# a note\nURIs: http://mirror.example/debian\nSuites: bookworm\n',
    'http://mirror.example/debian',
  ],
  ['URIs: https://mirror.example/pub/debian/\nSuites: trixie\n', 'https://mirror.example/pub/debian'],
  ['deb http://mirror.example/debian bookworm main\n', 'http://mirror.example/debian'],
  [
    'deb-src http://a.example/debian x main\ndeb [signed-by=/k.gpg arch=amd64] https://b.example/debian/ x main',
    'https://b.example/debian',
  ],
  ['URIs: http://mirror.example/debian-security\n', undefined],
  ['deb https://vendor.example/apt stable main\n', undefined],
  ['# URIs: http://mirror.example/debian\n', undefined],
  ['URIs: file:///srv/debian\n', undefined],
  ['', undefined],
])('reads the mirror of %j', (list, mirror) => {
  expect(parseMirror(list)).toBe(mirror)
})

import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useLatchkey } from './useLatchkey.ts'

function Button() {
  useLatchkey()
  return null
}

test('says which provider is missing, and that a second copy of the package has another one', () => {
  expect(() => renderToString(createElement(Button))).toThrow(
    expect.objectContaining({
      code: 'NO_PROVIDER',
      message:
        'No Latchkey provider found: wrap the tree in <LatchkeyProvider>, from the same copy of the package',
    }),
  )
})

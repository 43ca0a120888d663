import type { SourceFile } from '../layers/sourceFile.ts'

const between = /^(?:\s|\/\/[^\n]*\n)*$/

/** The text of the docstring that ends right above an offset, its stars taken away; undefined without one. */
export function docstringBefore(file: SourceFile, offset: number): string | undefined {
  const comment = file.comments.findLast(
    each => each.end <= offset && file.text.startsWith('/**', each.start),
  )
  if (comment === undefined || !between.test(file.text.slice(comment.end, offset))) return undefined
  const text = file.text
    .slice(comment.start + 3, comment.end - 2)
    .replace(/^[ \t]*\*? ?/gm, '')
    .trim()
  return text === '' ? undefined : text
}

/** Joins two objects into a new one without reading their getters. */
export function extendControl<Base extends object, More extends object>(base: Base, more: More): Base & More {
  return Object.defineProperties(
    Object.defineProperties({}, Object.getOwnPropertyDescriptors(base)),
    Object.getOwnPropertyDescriptors(more),
  ) as Base & More
}

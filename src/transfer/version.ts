/** The version of the format; an import takes no other. */
export const version = 1

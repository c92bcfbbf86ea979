/** Where the bytes of an image are. They never change, so browsers store them. */
export const imageHref = (id: string) => `/v1/images/${id}`;

/** The categories that administrators keep; a skill belongs to exactly one. They are written by `administration/categories`. */

import { invalid } from "@/lib/platform/core/errors";
import { ask, type Reader } from "@/lib/supply/catalog/following";
import { type CategoryInfo, findCategory } from "@/lib/supply/catalog/memory";

export { type CategoryInfo, findCategory };

/** All categories in the order of the administrators. */
export const list = async (reader?: Reader): Promise<CategoryInfo[]> => (await ask({}, reader)).categories;

/** The refusal of a slug that is no category. */
export const unknownCategory = () =>
  invalid([{ param: "category", message: "is not a category; GET /v1/categories lists them" }]);

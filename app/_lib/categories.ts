import { cache } from "react";
import { getCaller } from "@/app/_lib/viewer";
import * as categories from "@/lib/supply/catalog/categories";

/** All categories in their order; read once a request. */
export const getCategories = cache(async () => categories.list(await getCaller()));

/** Serves the built shop: `node server.js`. React Router's own server does not tell an action the shopper's address. */
import { createRequestHandler } from "@react-router/express";
import express from "express";

const port = process.env.PORT ?? 3000;
const app = express();
app.use(express.static("build/client"));
app.use(
  createRequestHandler({
    build: () => import("./build/server/index.js"),
    getLoadContext: (request) => ({ remoteAddress: request.socket.remoteAddress }),
  }),
);
app.listen(port, "0.0.0.0", () => console.log(`The shop is at http://localhost:${port}`));

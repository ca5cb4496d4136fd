//! An MCP server built with the official Rust SDK, stateless over Streamable HTTP.
//!
//!     sitedoor-benchmark-rust INDEX_FOLDER PORT [--fixed]
//!
//! `--fixed` answers every call with the answer to one question, so that the SDK's own cost shows.
//! Prints "ready" when it listens.
mod corpus;

use std::sync::Arc;

use corpus::{Answer, Corpus};
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};

type Failure = Box<dyn std::error::Error + Send + Sync>;

enum Answerer {
    Search(Corpus),
    Fixed(Answer),
}

impl Answerer {
    fn answer(&self, query: &str, limit: usize) -> Result<Answer, String> {
        match self {
            Answerer::Search(corpus) => {
                corpus.search(query, limit).map_err(|error| error.to_string())
            }
            Answerer::Fixed(answer) => Ok(answer.clone()),
        }
    }
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct SearchArguments {
    query: String,
    limit: Option<usize>,
}

#[derive(Clone)]
struct Server {
    answerer: Arc<Answerer>,
}

#[tool_router]
impl Server {
    /// Finds the pages of this site that answer a question.
    #[tool(name = "search", annotations(title = "Search the site", read_only_hint = true))]
    async fn search(
        &self,
        Parameters(arguments): Parameters<SearchArguments>,
    ) -> Result<Json<Answer>, String> {
        let limit = arguments.limit.unwrap_or(10).clamp(1, 50);
        self.answerer.answer(&arguments.query, limit).map(Json)
    }
}

#[tool_handler]
impl ServerHandler for Server {}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [index, port, ..] = arguments.as_slice() else {
        return Err("usage: sitedoor-benchmark-rust INDEX_FOLDER PORT [--fixed]".into());
    };
    let corpus = Corpus::open(std::path::Path::new(index))?;
    let answerer = Arc::new(if arguments.iter().any(|argument| argument == "--fixed") {
        Answerer::Fixed(corpus.search("how do I install an extension module on Windows", 10)?)
    } else {
        Answerer::Search(corpus)
    });
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true);
    let service = StreamableHttpService::new(
        move || Ok(Server { answerer: answerer.clone() }),
        Arc::new(NeverSessionManager::default()),
        config,
    );
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{port}")).await?;
    println!("ready");
    axum::serve(listener, axum::Router::new().nest_service("/mcp", service)).await?;
    Ok(())
}
